import type { Phase, Pulse } from "../io/sharedState";
import { host } from "../realm/realm";
import { nodeTimers } from "./timers";
import type { Message } from "../io/wire";

/** Node's own: cells get another. */
const afterTurn = globalThis.setImmediate;

/** How long a cell that listens to its signal may take to end in its own way. */
const GRACE_MS = 3000;

/**
 * One run of one cell: whom its output belongs to and whether it was interrupted. A cell that has asked for its signal is
 * told of the first interrupt by the signal alone, so that a training run can stop and keep what it has learned; a second interrupt, or
 * three seconds, end it like any other.
 */
export class Cell {
  private readonly controller = new AbortController();
  private listens = false;
  private stopped = false;
  private reject: (reason: Interrupted) => void = () => undefined;
  /** What rejects each `await` within `try` that is pending. */
  private readonly waiting = new Set<(reason: Interrupted) => void>();
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
    this.listens = true;
    return this.controller.signal;
  }

  /** Whether the person has asked the cell to stop. */
  get asked(): boolean {
    return this.controller.signal.aborted;
  }

  /** Whether the cell was stopped: nothing of it may run any more. */
  get interrupted(): boolean {
    return this.stopped;
  }

  /** @param gently - Whether the cell may end in its own way. */
  interrupt(gently: boolean): void {
    const first = !this.asked;
    if (first) this.controller.abort(new Interrupted());
    if (!first || !this.listens || !gently) {
      this.stop();
      return;
    }
    nodeTimers
      .setTimeout(() => {
        this.stop();
      }, GRACE_MS)
      .unref();
  }

  /** Registers what rejects a pending `await` within `try`. */
  startWaiting(reject: (reason: Interrupted) => void): void {
    this.waiting.add(reject);
  }

  endWaiting(reject: (reason: Interrupted) => void): void {
    this.waiting.delete(reject);
  }

  /** Rejects pending awaits so that their `finally` blocks run; then the cell has ended. */
  private stop(): void {
    this.stopped = true;
    for (const reject of this.waiting) reject(new Interrupted());
    this.waiting.clear();
    afterTurn(() => {
      this.reject(new Interrupted());
    });
  }
}

/** What an interrupted cell ends with. Its name is the one that Jupyter front ends know. */
export class Interrupted extends host.Error {
  override readonly name = "KeyboardInterrupt";
  constructor() {
    super("the cell was interrupted");
  }
}

/** Which cell the code that runs now belongs to. */
export class CellContext {
  /** The cell that the kernel executes, or executed last. */
  private executing: Cell = new Cell(undefined, 0);
  private active: Cell = this.executing;
  private running = false;
  /** The cell whose code ran last in this turn of the event loop, if another is in its place already. */
  private left: Cell | undefined;
  /** Cells whose timers fired although they had ended. */
  private readonly background = new Set<Cell>();

  constructor(private readonly pulse: Pulse) {}

  get current(): Cell {
    return this.active;
  }

  /** The cell that made the promises whose rejections Node finds unhandled now: it looks when the code of a turn is over. */
  get rejecting(): Cell {
    return this.left ?? this.active;
  }

  /** The signal of the cell to which the code that asks belongs. */
  get signal(): AbortSignal {
    if (this.active === this.executing) this.pulse.listens = true;
    return this.active.signal;
  }

  /** From here on code belongs to `cell`. */
  begin(cell: Cell): void {
    this.executing = cell;
    this.active = cell;
    this.pulse.listens = false;
    this.pulse.terminated = false;
  }

  /** The code of the cell starts. */
  run(phase: Phase): void {
    this.running = true;
    this.pulse.phase = phase;
  }

  /** Whether the person has asked to interrupt the cell; the cell may have noticed before the kernel has. */
  isInterrupted(cell: Cell): boolean {
    return cell.asked || (cell === this.executing && this.pulse.unheard);
  }

  /**
   * The cell has ended. Callbacks that it left behind may still run at any time, so whatever the main thread does from here on may be terminated,
   * unless the kernel protects it.
   */
  end(): void {
    this.running = false;
    this.pulse.phase = "awaiting";
  }

  /** Whether an interrupt has stopped the cell or terminated its code; a cell that has ended in its own way is not stopped. */
  isStopped(cell: Cell): boolean {
    return cell.interrupted || this.pulse.terminated;
  }

  /** Runs code of the kernel that must not be terminated halfway. */
  protect<T>(work: () => T): T {
    return this.pulse.protect(work);
  }

  /** From here to the end of the microtasks that follow, code belongs to `cell`. */
  enter(cell: Cell): void {
    this.left = undefined;
    if (this.running && this.active === cell) return;
    this.active = cell;
    if (!this.running) this.background.add(cell);
    this.pulse.phase = "awaiting";
    queueMicrotask(() => {
      nodeTimers.nextTick(() => {
        this.active = this.executing;
        this.left = cell;
        afterTurn(() => {
          this.left = undefined;
        });
      });
    });
  }

  /** Interrupts the running cell, or when none runs, everything that goes on in the background. */
  interrupt(): void {
    const gently = !this.pulse.terminated;
    this.pulse.hear();
    this.pulse.terminated = false;
    const cells = this.running ? [this.executing] : [this.executing, ...this.background];
    for (const cell of cells) {
      // What stands behind their `finally` may be terminated, too.
      this.enter(cell);
      cell.interrupt(gently);
    }
    this.background.clear();
  }
}
