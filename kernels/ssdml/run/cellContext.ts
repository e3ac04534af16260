import type { Phase, SharedState } from "../io/sharedState";
import { Cell } from "./cell";
import { nodeTimers } from "./timers";

/** Node's own `setImmediate`; cells get a replacement. */
const afterTurn = globalThis.setImmediate;

/** Tracks which cell the code that runs now belongs to. */
export class CellContext {
  /** The cell that the kernel executes, or executed last. */
  private executing: Cell = new Cell(undefined, 0);
  private active: Cell = this.executing;
  private running = false;
  /** The cell whose code ran last in this turn of the event loop, if it is no longer the active one. */
  private previous: Cell | undefined;
  /** Cells that have ended but whose timers still fired. */
  private readonly background = new Set<Cell>();

  constructor(private readonly shared: SharedState) {}

  get current(): Cell {
    return this.active;
  }

  /** The cell whose rejections Node reports as unhandled now: it reports them after the code of a turn has run. */
  get rejecting(): Cell {
    return this.previous ?? this.active;
  }

  /** The signal of the current cell. */
  get signal(): AbortSignal {
    if (this.active === this.executing) this.shared.usesSignal = true;
    return this.active.signal;
  }

  /** From now on, code belongs to `cell`. */
  begin(cell: Cell): void {
    this.executing = cell;
    this.active = cell;
    this.shared.usesSignal = false;
    this.shared.terminated = false;
  }

  /** The code of the cell starts. */
  run(phase: Phase): void {
    this.running = true;
    this.shared.phase = phase;
  }

  /** Whether the user has asked to interrupt the cell. The cell may see the request before the kernel does. */
  isInterrupted(cell: Cell): boolean {
    return cell.interruptRequested || (cell === this.executing && this.shared.hasPendingInterrupt);
  }

  /**
   * The cell has ended. Its callbacks may still run at any time, so from now on whatever runs on the main thread may be terminated,
   * unless the kernel protects it.
   */
  end(): void {
    this.running = false;
    this.shared.phase = "awaiting";
  }

  /** Whether an interrupt stopped the cell or terminated its code. A cell that stopped by itself does not count. */
  isStopped(cell: Cell): boolean {
    return cell.interrupted || this.shared.terminated;
  }

  /** Runs code of the kernel that must not be terminated halfway. */
  protect<T>(work: () => T): T {
    return this.shared.protect(work);
  }

  /** From now until the microtasks that follow have run, code belongs to `cell`. */
  enter(cell: Cell): void {
    this.previous = undefined;
    if (this.running && this.active === cell) return;
    this.active = cell;
    if (!this.running) this.background.add(cell);
    this.shared.phase = "awaiting";
    queueMicrotask(() => {
      nodeTimers.nextTick(() => {
        this.active = this.executing;
        this.previous = cell;
        afterTurn(() => {
          this.previous = undefined;
        });
      });
    });
  }

  /** Interrupts the running cell or, if none runs, all background work. */
  interrupt(): void {
    const gently = !this.shared.terminated;
    this.shared.acknowledgeInterrupts();
    this.shared.terminated = false;
    const cells = this.running ? [this.executing] : [this.executing, ...this.background];
    for (const cell of cells) {
      // Their `finally` blocks may be terminated, too.
      this.enter(cell);
      cell.interrupt(gently);
    }
    this.background.clear();
  }
}
