import { oneOf, positive, readOptions } from "../core/options";
import { perAnchorRange, type AllTripletsOptions } from "./allTriplets";
import { callableMiner, type CallableMiner } from "./callableMiner";
import { distancesFrom, type Distance } from "./distances";
import { labeledTriplets } from "./labeledTriplets";
import type { Triplets } from "./triplets";

export interface SemiHardMinerOptions extends AllTripletsOptions {
  /** How much farther than the positive the negative may be. Default 0.2. */
  margin?: number;
  /** d: "squared" (default), ‖x − y‖², as in the paper; or "euclidean", ‖x − y‖. */
  distance?: Distance;
}

const semiHardSchema = {
  margin: positive({ default: 0.2 }),
  distance: oneOf(["squared", "euclidean"], { default: "squared" }),
  perAnchor: perAnchorRange,
};

/**
 * Triplets whose negative is farther from the anchor than the positive, but by less than the margin (Schroff, Kalenichenko, Philbin 2015,
 * "FaceNet"): d(a, p) < d(a, n) < d(a, p) + margin, between the zL of examples with labels. Embeddings change with every step, so mine
 * inside the mini-batch: `tripletMarginLoss({ miner: semiHardMiner() })`.
 *
 * @example
 * const line = [[0], [0.3], [0.5], [2]]; // the squared distances of the first: 0.09 to its positive, 0.25 and 4 to the others
 * semiHardMiner()(line, [0, 0, 1, 1]).negatives; // → [2]
 */
export function semiHardMiner(options: SemiHardMinerOptions = {}): CallableMiner<Triplets> {
  const settings = readOptions("semiHardMiner", options, semiHardSchema);
  const { margin, distance, perAnchor } = settings;
  return callableMiner("semiHardMiner", settings, ({ projected, labels, random }) =>
    labeledTriplets(
      "semiHardMiner",
      labels,
      { perAnchor, random },
      ({ anchor, positives, negatives }, take) => {
        const far = distancesFrom(projected, anchor, negatives, distance);
        distancesFrom(projected, anchor, positives, distance).forEach((near, p) => {
          for (let n = 0; n < far.length; n++) if (near < far[n] && far[n] < near + margin) take(p, n);
        });
      },
    ),
  );
}
