/** What the run needs random numbers for. */
const purposes = [
  "network",
  "metric",
  "pretraining",
  "partition",
  "epoch",
  "miner",
  "augment",
  "loss",
  "batch",
] as const;

/**
 * A seed of its own for each purpose and turn, so that a run can be taken up anywhere without a generator's state:
 * the epoch's order of triplets, say, depends on the run's seed and the epoch's number alone.
 */
export function seedOf(seed: number, purpose: (typeof purposes)[number], turn = 0): number {
  let hash = 0x811c9dc5;
  for (const part of [seed % 2 ** 32, Math.floor(seed / 2 ** 32), purposes.indexOf(purpose), turn]) {
    hash = Math.imul(hash ^ part, 0x01000193);
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
    hash ^= hash >>> 13;
  }
  return hash >>> 0;
}
