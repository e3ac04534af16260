import { randomUUID } from "node:crypto";
import { adopt } from "../realm/promises";
import type { Cell } from "../run/cell";
import type { Json } from "../io/wire";
import { toMimeBundle, type MimeBundle } from "./mimeBundle";
import { Drawings } from "./drawings";
import { DisplayHandle, type DisplayOptions } from "./displayHandle";
import { pictureSize } from "./pictureSize";

/** A place among a cell's outputs, drawn again and again. */
export interface Place {
  readonly id: string;
  /** Whether there is something in it yet. */
  readonly drawn: boolean;
  draw: (bundle: MimeBundle) => void;
}

/** What cells show by themselves, beside their last value. */
export class Displays {
  private readonly drawings = new WeakMap<Cell, Drawings>();

  constructor(
    private readonly current: () => Cell,
    private readonly publish: (cell: Cell, type: string, content: Json) => void,
  ) {}

  /** Waits for all that a cell still draws. */
  async settle(cell: Cell): Promise<void> {
    await this.drawings.get(cell)?.settle();
  }

  /**
   * Shows at once what can be shown at once and keeps the place of the rest, so that output stays in order even if nobody awaits
   * the display.
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

  /** A new place, which is drawn at once: a computing cell does not let promises run. */
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
          metadata: { ...pictureSize(data), ...metadata },
          transient: { display_id: place.id },
        });
      },
    };
    return place;
  }
}
