import { callableMiner, type CallableMiner } from "./callableMiner";
import { distancesFrom } from "./distances";
import { labeledTriplets } from "./labeledTriplets";
import type { Triplets } from "./triplets";

/**
 * The hardest triplet of each anchor (Hermans, Beyer, Leibe 2017, "In defense of the triplet loss"): the farthest example of its class and the
 * nearest of another, by the zL of examples with labels. Mine inside the mini-batch: `tripletMarginLoss({ miner: batchHardMiner() })`.
 *
 * @example
 * const line = [[0], [0.3], [0.5], [2]];
 * batchHardMiner()(line, [0, 0, 1, 1]).negatives; // → [2, 2, 1, 1]
 */
export function batchHardMiner(): CallableMiner<Triplets> {
  return callableMiner("batchHardMiner", {}, ({ projected, labels, random }) =>
    labeledTriplets(
      "batchHardMiner",
      labels,
      { perAnchor: Infinity, random },
      ({ anchor, positives, negatives }, take) => {
        const near = distancesFrom(projected, anchor, positives, "squared");
        const far = distancesFrom(projected, anchor, negatives, "squared");
        take(
          near.indexOf(near.reduce((a, b) => Math.max(a, b))),
          far.indexOf(far.reduce((a, b) => Math.min(a, b))),
        );
      },
    ),
  );
}
