const PHASE = 0;
const UNHEARD = 1;

/** Whose JavaScript runs on the main thread: the kernel's own, a cell that only computes, or one that may also await. */
export const PHASES = ["kernel", "computing", "awaiting"] as const;
export type Phase = (typeof PHASES)[number];

/** What the main thread tells the front through shared memory, even while it computes. */
export class Pulse {
  constructor(readonly memory: Int32Array = new Int32Array(new SharedArrayBuffer(8))) {}

  get phase(): Phase {
    return PHASES[Atomics.load(this.memory, PHASE)];
  }

  set phase(phase: Phase) {
    Atomics.store(this.memory, PHASE, PHASES.indexOf(phase));
  }

  /** Whether an interrupt was asked for of which the main thread has not heard yet. */
  get unheard(): boolean {
    return Atomics.load(this.memory, UNHEARD) === 1;
  }

  set unheard(value: boolean) {
    Atomics.store(this.memory, UNHEARD, value ? 1 : 0);
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
}
