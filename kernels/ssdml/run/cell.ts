import type { Message } from "../io/wire";
import { host } from "../realm/realm";
import { nodeTimers } from "./timers";

/** Node's own `setImmediate`; cells get a replacement. */
const afterTurn = globalThis.setImmediate;

/** How long a cell that uses its signal may take to stop by itself. */
const GRACE_MS = 3000;

/**
 * One run of one cell: the request that its output belongs to, and whether it was interrupted. If a cell has read its signal, the first
 * interrupt only aborts the signal, so that a training run can stop and keep what it has learned. A second interrupt, or three
 * seconds, stop it like any other cell.
 */
export class Cell {
  private readonly controller = new AbortController();
  private usesSignal = false;
  private stopped = false;
  private reject: (reason: Interrupted) => void = () => undefined;
  /** Functions that reject the pending awaits within `try`. */
  private readonly pendingAwaits = new Set<(reason: Interrupted) => void>();
  /** Rejects when the cell is interrupted. */
  readonly interruption: Promise<never>;

  constructor(
    readonly request: Message | undefined,
    readonly number: number,
  ) {
    this.interruption = new Promise<never>((_, reject) => {
      this.reject = reject;
    });
    this.interruption.catch(() => undefined);
  }

  get signal(): AbortSignal {
    this.usesSignal = true;
    return this.controller.signal;
  }

  /** Whether the user has asked the cell to stop. */
  get interruptRequested(): boolean {
    return this.controller.signal.aborted;
  }

  /** Whether the cell was stopped: none of its code may run any more. */
  get interrupted(): boolean {
    return this.stopped;
  }

  /** @param gently - Whether the cell may stop by itself. */
  interrupt(gently: boolean): void {
    const first = !this.interruptRequested;
    if (first) this.controller.abort(new Interrupted());
    if (!first || !this.usesSignal || !gently) {
      this.stop();
      return;
    }
    nodeTimers
      .setTimeout(() => {
        this.stop();
      }, GRACE_MS)
      .unref();
  }

  /** Registers the function that rejects a pending `await` within `try`. */
  addPendingAwait(reject: (reason: Interrupted) => void): void {
    this.pendingAwaits.add(reject);
  }

  removePendingAwait(reject: (reason: Interrupted) => void): void {
    this.pendingAwaits.delete(reject);
  }

  /** Rejects pending awaits so that their `finally` blocks run; then the cell has ended. */
  private stop(): void {
    this.stopped = true;
    for (const reject of this.pendingAwaits) reject(new Interrupted());
    this.pendingAwaits.clear();
    afterTurn(() => {
      this.reject(new Interrupted());
    });
  }
}

/** The error of an interrupted cell. Jupyter front ends recognise it by its name. */
export class Interrupted extends host.Error {
  override readonly name = "KeyboardInterrupt";
  constructor() {
    super("the cell was interrupted");
  }
}
