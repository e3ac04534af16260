import { finiteNumber, readOptions } from "../core/options";
import { unitRows } from "../core/values";
import { perAnchorRange, type AllTripletsOptions } from "./allTriplets";
import { callableMiner, type CallableMiner } from "./callableMiner";
import { distancesFrom } from "./distances";
import { labeledTriplets } from "./labeledTriplets";
import type { Triplets } from "./triplets";

export interface MultiSimilarityMinerOptions extends AllTripletsOptions {
  /** ε, by how much a pair may be easier than the hardest of the other kind. Default 0.1. */
  epsilon?: number;
}

const multiSimilaritySchema = { epsilon: finiteNumber({ min: 0, default: 0.1 }), perAnchor: perAnchorRange };

/**
 * The pair mining of the multi-similarity loss (Wang, Han, Huang, Dong, Scott 2019), as triplets: for each anchor every positive with
 * sₐₚ < maxₙ sₐₙ + ε, with every negative with sₐₙ > minₚ sₐₚ − ε, where s are the cosines of the zL of examples with labels.
 * `multiSimilarityLoss({ epsilon })` mines these pairs by itself.
 *
 * @example
 * const circle = [[1, 0], [0.8, 0.6], [0.6, 0.8], [0, 1]];
 * multiSimilarityMiner()(circle, [0, 0, 1, 1]).count; // → 2
 */
export function multiSimilarityMiner(options: MultiSimilarityMinerOptions = {}): CallableMiner<Triplets> {
  const settings = readOptions("multiSimilarityMiner", options, multiSimilaritySchema);
  const { epsilon, perAnchor } = settings;
  return callableMiner("multiSimilarityMiner", settings, ({ projected, labels, random }) => {
    const unit = unitRows(projected);
    return labeledTriplets(
      "multiSimilarityMiner",
      labels,
      { perAnchor, random },
      ({ anchor, positives, negatives }, take) => {
        // For rows of length one ‖x − y‖² = 2 − 2s.
        const cosines = (others: Int32Array) =>
          distancesFrom(unit, anchor, others, "squared").map((squared) => 1 - squared / 2);
        const [near, far] = [cosines(positives), cosines(negatives)];
        const [largest, smallest] = [
          far.reduce((a, b) => Math.max(a, b)),
          near.reduce((a, b) => Math.min(a, b)),
        ];
        near.forEach((s, p) => {
          if (s - epsilon >= largest) return;
          far.forEach((other, n) => {
            if (other + epsilon > smallest) take(p, n);
          });
        });
      },
    );
  });
}
