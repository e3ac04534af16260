/** A score on the validation images after an epoch. */
export interface Score {
  epoch: number;
  value: number;
}

/** The number of trials that must have reached an epoch before another is stopped there. */
export const enoughTrials = 5;

/**
 * The median rule (Golovin et al. 2017, §3.2.2, with the best score so far in place of the running mean): a trial is stopped after an epoch
 * if its best score until then is below the median of the best scores that finished trials had until then.
 */
export function isBelowMedian(
  curve: readonly Score[],
  finished: readonly (readonly Score[])[],
  epoch: number,
): boolean {
  const reached = finished.filter((other) => other.some((score) => score.epoch >= epoch));
  if (epoch < 1 || reached.length < enoughTrials) return false;
  return bestUntil(curve, epoch) < median(reached.map((other) => bestUntil(other, epoch)));
}

const bestUntil = (curve: readonly Score[], epoch: number): number =>
  Math.max(...curve.filter((score) => score.epoch <= epoch).map(({ value }) => value));

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
