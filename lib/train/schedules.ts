import { argument, finiteNumber, fraction, functionValue, positive, readOptions } from "../core/options";
import { namedPart, type Part } from "../core";

/** How far a run has come. */
export interface ScheduleProgress {
  /** The share of the run that is done, in [0, 1). */
  done: number;
  /** Epochs that are done, with the fraction of the current one. */
  epochs: number;
  /** Partitions that are done. */
  partitions: number;
}

/** The factor that the learning rate is multiplied by, at each step. */
export type Schedule = ((progress: ScheduleProgress) => number) & Partial<Pick<Part, "settings">>;

/**
 * The learning rate stays as it is.
 *
 * @example constant()({ done: 0.5, epochs: 5, partitions: 1 }); // → 1
 */
export function constant(): Schedule {
  return namedPart("constant", {}, () => 1);
}

/**
 * The learning rate is multiplied by `factor` after every `every` epochs, or after every partition where `every` is "partition".
 * Default: by 0.5 after every 10 epochs.
 *
 * @example step({ factor: 0.1, every: 10 })({ done: 0.5, epochs: 20, partitions: 1 }); // → 0.01
 */
export function step(
  options: {
    /** What the learning rate is multiplied by. Default 0.5. */
    factor?: number;
    /** After how many epochs, or after every "partition". Default 10. */
    every?: number | "partition";
  } = {},
): Schedule {
  const { factor, every } = readOptions("step", options, {
    factor: finiteNumber({ min: 0, default: 0.5 }),
    every: argument<number | "partition">(
      'a number above 0, or "partition"',
      (value) => value === "partition" || (typeof value === "number" && value > 0 && value < Infinity),
      { default: 10 },
    ),
  });
  return namedPart("step", { factor, every }, ({ epochs, partitions }: ScheduleProgress) =>
    every === "partition" ? factor ** partitions : factor ** Math.floor(epochs / every),
  );
}

/**
 * From 1 down to `to` (default 0.02) along half a cosine over the whole run.
 *
 * @example cosine({ to: 0 })({ done: 0.5, epochs: 5, partitions: 1 }); // → 0.5
 */
export function cosine(
  options: {
    /** The factor at the end of the run. Default 0.02. */
    to?: number;
  } = {},
): Schedule {
  const { to } = readOptions("cosine", options, { to: fraction({ default: 0.02 }) });
  return namedPart(
    "cosine",
    { to },
    ({ done }: ScheduleProgress) => to + ((1 - to) * (1 + Math.cos(Math.PI * done))) / 2,
  );
}

/**
 * Rises from 0 to the schedule `then` (default constant) over the first `epochs` epochs.
 *
 * @example warmup(2, cosine())({ done: 0, epochs: 1, partitions: 0 }); // → 0.5
 */
export function warmup(epochs = 1, then: Schedule = constant()): Schedule {
  positive().read(epochs, "warmup: epochs");
  functionValue("a schedule such as cosine()").read(then, "warmup: then");
  const settings = { epochs, then };
  return namedPart(
    "warmup",
    settings,
    (progress: ScheduleProgress) => Math.min(1, progress.epochs / epochs) * then(progress),
  );
}

/** The factor of a schedule, which may be the caller's own: a finite number of at least 0. */
export function scheduleFactor(schedule: Schedule, progress: ScheduleProgress): number {
  return notNegative.read(schedule(progress), `schedule: what ${schedule.name || "it"} returns`);
}

const notNegative = finiteNumber({ min: 0 });
