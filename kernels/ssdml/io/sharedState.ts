const PHASE = 0;
const ASKED = 1;
const HEARD = 2;
const LISTENS = 3;
const TERMINATED = 4;
/** Up to where the front has come in what it is told: by the launcher of the two streams, and by the main thread. */
const MARKERS = { stdout: 5, stderr: 6, line: 7 } as const;
const SIZE = 8;

type MarkerName = keyof typeof MARKERS;

/** Whose JavaScript runs on the main thread: the kernel's own, a cell that only computes, or one that may also await. */
export const PHASES = ["kernel", "computing", "awaiting"] as const;
export type Phase = (typeof PHASES)[number];

/** What the main thread and the front tell each other through shared memory, even while the main thread computes. */
export class Pulse {
  constructor(readonly memory: Int32Array = new Int32Array(new SharedArrayBuffer(4 * SIZE))) {}

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

  /** The front has come to a marker. */
  reach(name: MarkerName, marker: number): void {
    Atomics.store(this.memory, MARKERS[name], marker);
    Atomics.notify(this.memory, MARKERS[name]);
  }

  /** Holds the main thread until the front has come to a marker, or for want of patience. */
  waitFor(name: MarkerName, marker: number, patienceMs: number): void {
    const end = Date.now() + patienceMs;
    for (;;) {
      const reached = Atomics.load(this.memory, MARKERS[name]);
      if (reached >= marker || Date.now() >= end) return;
      Atomics.wait(this.memory, MARKERS[name], reached, end - Date.now());
    }
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
