import { Interrupted, type Cell } from "../run/cell";
import { describeError, type ErrorContent } from "./describeError";
import type { Sources } from "./stacks";

/** Number of uncaught errors that are shown per cell. */
const MAX_SHOWN = 20;
const MORE = "There are more uncaught errors; they are not shown.\n";

/** Shows the errors that nobody caught, at most twenty per cell. */
export class UncaughtErrors {
  private readonly counts = new WeakMap<Cell, number>();

  constructor(
    private readonly sources: Sources,
    private readonly publish: (cell: Cell, content: ErrorContent) => void,
    private readonly print: (cell: Cell, text: string) => void,
  ) {}

  /** Shows an error at a cell and returns its content; `undefined` if it comes from an interrupt. */
  show(error: unknown, cell: Cell): ErrorContent | undefined {
    if (error instanceof Interrupted || cell.interrupted) return undefined;
    const content = describeError(error, this.sources);
    const count = (this.counts.get(cell) ?? 0) + 1;
    this.counts.set(cell, count);
    if (count <= MAX_SHOWN) this.publish(cell, content);
    else if (count === MAX_SHOWN + 1) this.print(cell, MORE);
    return content;
  }
}
