import type { CellFailure } from "./runNotebook";

/** How long the running cell may go on behind an error: the cell may wait in vain for what failed. */
const graceMs = 1000;

/** The first error that the kernel shows in a run: of the running cell, or of what an earlier one left running. */
export class FirstError {
  #first: CellFailure | undefined;
  readonly #late = new AbortController();

  get first(): CellFailure | undefined {
    return this.#first;
  }

  /** Aborts when the running cell has not ended some time after the error. */
  get late(): AbortSignal {
    return this.#late.signal;
  }

  note(failure: CellFailure): void {
    if (this.#first) return;
    this.#first = failure;
    setTimeout(() => {
      this.#late.abort();
    }, graceMs).unref();
  }
}
