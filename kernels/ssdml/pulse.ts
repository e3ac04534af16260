const PHASE = 0;
const ASKED = 1;
const HEARD = 2;
const LISTENS = 3;
const TERMINATED = 4;

/** Whose JavaScript runs on the main thread: the kernel's own, a cell that only computes, or one that may also await. */
export const PHASES = ["kernel", "computing", "awaiting"] as const;
export type Phase = (typeof PHASES)[number];

/** What the main thread tells the front through shared memory, even while it computes. */
export class Pulse {
  constructor(readonly memory: Int32Array = new Int32Array(new SharedArrayBuffer(20))) {}

  get phase(): Phase {
    return PHASES[Atomics.load(this.memory, PHASE)];
  }

  set phase(phase: Phase) {
    Atomics.store(this.memory, PHASE, PHASES.indexOf(phase));
  }

  /** Asks for an interrupt; its number. */
  ask(): number {
    return Atomics.add(this.memory, ASKED, 1) + 1;
  }

  /** The main thread has heard of all interrupts so far. */
  hear(): void {
    Atomics.store(this.memory, HEARD, Atomics.load(this.memory, ASKED));
  }

  hasHeard(interrupt: number): boolean {
    return Atomics.load(this.memory, HEARD) >= interrupt;
  }

  /** Whether an interrupt was asked for of which the main thread has not heard yet. */
  get unheard(): boolean {
    return !this.hasHeard(Atomics.load(this.memory, ASKED));
  }

  /** Whether the cell has asked for its signal, and so may end in its own way. */
  get listens(): boolean {
    return this.has(LISTENS);
  }

  set listens(value: boolean) {
    this.set(LISTENS, value);
  }

  /** Whether JavaScript of the cell was terminated, which then cannot end in its own way. */
  get terminated(): boolean {
    return this.has(TERMINATED);
  }

  set terminated(value: boolean) {
    this.set(TERMINATED, value);
  }

  /** Runs code of the kernel that must not be terminated half-way. */
  protect<T>(work: () => T): T {
    const before = this.phase;
    this.phase = "kernel";
    try {
      return work();
    } finally {
      this.phase = before;
    }
  }

  private has(flag: number): boolean {
    return Atomics.load(this.memory, flag) === 1;
  }

  private set(flag: number, value: boolean): void {
    Atomics.store(this.memory, flag, value ? 1 : 0);
  }
}
