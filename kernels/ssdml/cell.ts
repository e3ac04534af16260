import type { Phase, Pulse } from "./pulse";
import type { Message } from "./wire";

/** One run of one cell: whom its output belongs to and whether it was interrupted. */
export class Cell {
  private readonly controller = new AbortController();
  private reject: (reason: Interrupted) => void = () => undefined;
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
    return this.controller.signal;
  }

  get interrupted(): boolean {
    return this.controller.signal.aborted;
  }

  interrupt(): void {
    if (this.interrupted) return;
    const reason = new Interrupted();
    this.controller.abort(reason);
    this.reject(reason);
  }
}

/** What an interrupted cell ends with. Its name is the one that Jupyter front ends know. */
export class Interrupted extends Error {
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
  /** Cells whose timers fired although they had ended. */
  private readonly background = new Set<Cell>();

  constructor(private readonly pulse: Pulse) {}

  get current(): Cell {
    return this.active;
  }

  /** From here on code belongs to `cell`. */
  begin(cell: Cell): void {
    this.executing = cell;
    this.active = cell;
  }

  /** The code of the cell starts. */
  run(phase: Phase): void {
    this.running = true;
    this.pulse.phase = phase;
  }

  /** Whether the person has asked to interrupt the cell; the cell may have noticed before the kernel has. */
  isInterrupted(cell: Cell): boolean {
    return cell.interrupted || (cell === this.executing && this.pulse.unheard);
  }

  /** The cell has ended; what it started may go on in the background. */
  end(): void {
    this.running = false;
    this.pulse.phase = "kernel";
  }

  /** From here to the end of the microtasks that follow, code belongs to `cell`. */
  enter(cell: Cell): void {
    if (this.running && this.active === cell) return;
    this.active = cell;
    if (!this.running) this.background.add(cell);
    this.pulse.phase = "awaiting";
    queueMicrotask(() => {
      process.nextTick(() => {
        this.active = this.executing;
        if (!this.running) this.pulse.phase = "kernel";
      });
    });
  }

  /** Interrupts the running cell, or when none runs, everything that goes on in the background. */
  interrupt(): void {
    this.pulse.unheard = false;
    if (this.running) {
      this.executing.interrupt();
      return;
    }
    this.pulse.phase = "kernel";
    this.executing.interrupt();
    for (const cell of this.background) cell.interrupt();
    this.background.clear();
  }
}
