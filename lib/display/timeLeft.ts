import type { TrainingEvent } from "../train";

/** What is known of the times of a run, in milliseconds. */
export interface Clock {
  began: number;
  /** The time of the last event. */
  last: number;
  /** Mini-batches done here, and how many there will be. */
  done: number;
  total: number;
  /** The time of the mini-batches; of what comes before those of a partition, such as graphs and mining; and of the rest, such as validation. */
  inBatches: number;
  mining: number;
  between: number;
  /** Epochs begun here, and how many there will be. */
  begun: number;
  epochs: number;
  /** Partitions drawn here, and how many there will be. */
  drawn: number;
  partitions: number;
  /** Whether the last partition has no mini-batch yet. */
  isMining: boolean;
}

export const startClock = (now: number): Clock => ({
  began: now,
  last: now,
  done: 0,
  total: 0,
  inBatches: 0,
  mining: 0,
  between: 0,
  begun: 0,
  epochs: 0,
  drawn: 0,
  partitions: 0,
  isMining: false,
});

/** Takes note of an event. What comes before the first partition, such as pretraining, says nothing about the epochs. */
export function tick(clock: Clock, event: TrainingEvent, now: number): void {
  const passed = now - clock.last;
  clock.last = now;
  if (event.kind === "batch") {
    if (event.batch === 1) {
      clock.begun++;
      clock.epochs = clock.begun + event.epochs - event.epoch;
    }
    clock.inBatches += passed;
    clock.done++;
    clock.total = clock.done + event.batches - event.batch + (clock.epochs - clock.begun) * event.batches;
    clock.isMining = false;
  } else if (clock.isMining) {
    clock.mining += passed;
  } else if (clock.drawn > 0) {
    clock.between += passed;
  }
  if (event.kind === "partition") {
    clock.isMining = true;
    clock.drawn++;
    clock.partitions = clock.drawn + event.partitions - event.partition;
  }
}

/**
 * The remaining mini-batches at their mean time, the mean time of mining for each remaining partition, and the mean time between
 * mini-batches for each remaining epoch. Undefined before the first mini-batch.
 */
export function timeLeft(clock: Clock): number | undefined {
  const { done, total, begun, epochs, drawn, partitions } = clock;
  if (done === 0 || !(total > done)) return undefined;
  const mining = drawn > 0 ? (clock.mining / drawn) * (partitions - drawn) : 0;
  return (clock.inBatches / done) * (total - done) + mining + (clock.between / begun) * (epochs - begun);
}
