import { randomUUID } from "node:crypto";
import { adopt } from "../realm/promises";
import type { Cell } from "../run/cell";
import type { Json } from "../io/wire";
import { chartPictureSize } from "./chart";
import { toMimeBundle, type MimeBundle } from "./mimeBundle";
import { DisplayHandle, type DisplayOptions } from "./displayHandle";

/** A place among a cell's outputs, which can be redrawn. */
export interface Place {
  readonly id: string;
  /** Whether it was drawn before. */
  readonly drawn: boolean;
  draw: (bundle: MimeBundle) => void;
}

/** Outputs that are still being drawn. A cell ends only after they are shown. */
class Drawings {
  private readonly waiting = new Set<Promise<unknown>>();

  wait<T>(drawing: Promise<T>): Promise<T> {
    const done = drawing.finally(() => this.waiting.delete(done));
    this.waiting.add(done);
    return done;
  }

  async settle(): Promise<void> {
    while (this.waiting.size > 0) await Promise.allSettled(this.waiting);
  }
}

/** The outputs that cells show by `display` and `progress`. */
export class Displays {
  private readonly drawings = new WeakMap<Cell, Drawings>();

  constructor(
    private readonly current: () => Cell,
    private readonly publish: (cell: Cell, type: string, content: Json) => void,
  ) {}

  /** Waits for the outputs that a cell is still drawing. */
  async settle(cell: Cell): Promise<void> {
    await this.drawings.get(cell)?.settle();
  }

  /**
   * Shows a value at once if possible. Otherwise reserves its place, so that outputs stay in order even if the display is not awaited.
   */
  async display(value: unknown, options: DisplayOptions = {}): Promise<DisplayHandle> {
    const place = this.place(options.metadata);
    const drawings = this.drawingsOf(this.current());
    const show = async (shown: unknown): Promise<void> => {
      const promised = adopt(shown);
      const settled: unknown = promised instanceof Promise ? await promised : promised;
      const bundle = options.raw ? { ...(settled as MimeBundle) } : toMimeBundle(settled);
      place.draw(bundle instanceof Promise ? await drawings.wait(bundle) : bundle);
    };
    const shown = show(value);
    if (!place.drawn) place.draw({ "text/plain": "…" });
    await shown;
    return new DisplayHandle(place.id, show);
  }

  private drawingsOf(cell: Cell): Drawings {
    const known = this.drawings.get(cell) ?? new Drawings();
    this.drawings.set(cell, known);
    return known;
  }

  /** A new place. Drawing is synchronous, because promises do not run while a cell computes. */
  place(metadata: Json = {}): Place {
    const cell = this.current();
    const place = {
      id: randomUUID(),
      drawn: false,
      draw: (data: MimeBundle): void => {
        const type = place.drawn ? "update_display_data" : "display_data";
        place.drawn = true;
        this.publish(cell, type, {
          data,
          metadata: { ...chartPictureSize(data), ...metadata },
          transient: { display_id: place.id },
        });
      },
    };
    return place;
  }
}
