const PHASE = 0;
const REQUESTED = 1;
const ACKNOWLEDGED = 2;
const USES_SIGNAL = 3;
const TERMINATED = 4;
/** Last marker the I/O thread has processed: one per stream of the launcher, and one for the channel from the main thread. */
const MARKERS = { stdout: 5, stderr: 6, channel: 7 } as const;
const SIZE = 8;

type MarkerName = keyof typeof MARKERS;

/** Whose JavaScript runs on the main thread: the kernel's own, a synchronous cell, or a cell that may also await. */
const PHASES = ["kernel", "computing", "awaiting"] as const;
export type Phase = (typeof PHASES)[number];

/** State in shared memory: the main thread and the I/O thread read it even while the main thread computes. */
export class SharedState {
  constructor(readonly memory: Int32Array = new Int32Array(new SharedArrayBuffer(4 * SIZE))) {}

  get phase(): Phase {
    return PHASES[Atomics.load(this.memory, PHASE)];
  }

  set phase(phase: Phase) {
    Atomics.store(this.memory, PHASE, PHASES.indexOf(phase));
  }

  /** Requests an interrupt and returns its number. */
  requestInterrupt(): number {
    return Atomics.add(this.memory, REQUESTED, 1) + 1;
  }

  /** Called by the main thread: it has seen all interrupts requested so far. */
  acknowledgeInterrupts(): void {
    Atomics.store(this.memory, ACKNOWLEDGED, Atomics.load(this.memory, REQUESTED));
  }

  hasAcknowledged(interrupt: number): boolean {
    return Atomics.load(this.memory, ACKNOWLEDGED) >= interrupt;
  }

  /** Whether the main thread has not yet seen an interrupt that was requested. */
  get hasPendingInterrupt(): boolean {
    return !this.hasAcknowledged(Atomics.load(this.memory, REQUESTED));
  }

  /** Whether the cell has read its abort signal and may therefore stop by itself. */
  get usesSignal(): boolean {
    return this.has(USES_SIGNAL);
  }

  set usesSignal(value: boolean) {
    this.set(USES_SIGNAL, value);
  }

  /** Whether the cell's JavaScript was terminated, so that it can no longer stop by itself. */
  get terminated(): boolean {
    return this.has(TERMINATED);
  }

  set terminated(value: boolean) {
    this.set(TERMINATED, value);
  }

  /** Called by the I/O thread: it has processed everything before this marker. */
  setMarker(name: MarkerName, marker: number): void {
    Atomics.store(this.memory, MARKERS[name], marker);
    Atomics.notify(this.memory, MARKERS[name]);
  }

  /** Blocks the main thread until the I/O thread has processed a marker, or until the time is up. */
  waitForMarker(name: MarkerName, marker: number, timeoutMs: number): void {
    const end = Date.now() + timeoutMs;
    for (;;) {
      const processed = Atomics.load(this.memory, MARKERS[name]);
      if (processed >= marker || Date.now() >= end) return;
      Atomics.wait(this.memory, MARKERS[name], processed, end - Date.now());
    }
  }

  /** Runs code of the kernel that must not be terminated halfway. */
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
