import { inspect } from "node:util";
import { duration, elapsed } from "../../../lib/core";
import { escapeHtml } from "../../../lib/core/html";
import { host } from "../realm/realm";
import type { MimeBundle } from "./mimeBundle";

export interface ProgressOptions {
  /** Text before the bar. */
  label?: string;
  /** Number of steps, if the iterable has no `length` or `size`. */
  total?: number;
}

/** Replaces the bundle that is shown. */
export type Redraw = (bundle: MimeBundle) => void;

const REDRAW_MS = 100;

export interface ProgressState {
  label: string;
  done: number;
  total: number | undefined;
  elapsedMs: number;
  finished: boolean;
}

/** While it runs, a bar with the remaining time; when finished, a short line. */
export function drawProgress({ label, done, total, elapsedMs, finished }: ProgressState): MimeBundle {
  const name = label === "" ? "" : `${label}: `;
  const count = total === undefined ? String(done) : `${done}/${total}`;
  if (finished) {
    const line = `${name}${count} in ${elapsed(elapsedMs / 1000)}`;
    return { "text/plain": line, "text/html": `<small>${escapeHtml(line)}</small>` };
  }
  const left =
    total !== undefined && done > 0 ? `, ${duration((elapsedMs / 1000 / done) * (total - done))} left` : "";
  const line = `${name}${count}, ${duration(elapsedMs / 1000)}${left}`;
  const bar =
    total === undefined ? "<progress></progress>" : `<progress value="${done}" max="${total}"></progress>`;
  return { "text/plain": line, "text/html": `${bar} ${escapeHtml(line)}` };
}

function lengthOf(source: object): number | undefined {
  const { length, size } = source as { length?: unknown; size?: unknown };
  return [length, size].find((value) => typeof value === "number");
}

function isIterable(source: unknown): boolean {
  const parts = Object(source) as object;
  return Symbol.iterator in parts || Symbol.asyncIterator in parts;
}

class Bar {
  private readonly started = Date.now();
  private drawn = 0;
  private done = 0;

  constructor(
    private readonly redraw: Redraw,
    private readonly label: string,
    private readonly total: number | undefined,
  ) {
    this.draw(false);
  }

  step(): void {
    this.done++;
    if (Date.now() - this.drawn >= REDRAW_MS) this.draw(false);
  }

  draw(finished: boolean): void {
    this.drawn = Date.now();
    const { label, done, total } = this;
    this.redraw(drawProgress({ label, done, total, elapsedMs: this.drawn - this.started, finished }));
  }
}

/** The items of `source`, with a progress bar. Works in `for` and in `for await`. */
export function progress<T>(
  source: Iterable<T> | AsyncIterable<T>,
  options: ProgressOptions,
  redraw: Redraw,
): Iterable<T> & AsyncIterable<T> {
  if (!isIterable(source)) {
    throw new host.TypeError(
      `progress: the source must be iterable, got ${inspect(source)}. Pass an array, a set or a generator; to count to n: progress(Array(n).keys(), { total: n }).`,
    );
  }
  const total = options.total ?? lengthOf(source);
  const createBar = (): Bar => new Bar(redraw, options.label ?? "", total);
  function* each(): Generator<T> {
    if (!(Symbol.iterator in source)) {
      throw new host.TypeError(`progress: ${inspect(source)} is asynchronous. Use it in "for await".`);
    }
    const bar = createBar();
    try {
      for (const item of source) {
        yield item;
        bar.step();
      }
    } finally {
      bar.draw(true);
    }
  }
  async function* eachAsync(): AsyncGenerator<T> {
    const bar = createBar();
    try {
      for await (const item of source) {
        yield item;
        bar.step();
      }
    } finally {
      bar.draw(true);
    }
  }
  return { [Symbol.iterator]: each, [Symbol.asyncIterator]: eachAsync };
}
