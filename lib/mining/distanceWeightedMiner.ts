import { check } from "../core";
import { between, readOptions } from "../core/options";
import { unitRows } from "../core/values";
import { callableMiner, type CallableMiner } from "./callableMiner";
import { distancesFrom } from "./distances";
import { labeledTriplets } from "./labeledTriplets";
import type { Triplets } from "./triplets";

export interface DistanceWeightedMinerOptions {
  /** Nearer negatives are drawn as if they were this far. Default 0.5. */
  cutoff?: number;
  /** Farther negatives are not drawn. Default 1.4, a little less than the distance √2 of most random points. */
  maxDistance?: number;
}

const distanceWeightedSchema = {
  cutoff: between(0, 2, { default: 0.5 }),
  maxDistance: between(0, 2, { default: 1.4 }),
};

/**
 * Distance-weighted sampling (Wu, Manmatha, Smola, Krähenbühl 2017, "Sampling matters in deep embedding learning"): for each anchor and
 * positive one negative, drawn with a probability proportional to 1/q(d), q(d) = dˡ⁻²(1 − d²/4)^((l−3)/2), the density of the distances of
 * random points on the sphere. The rows of zL are scaled to length one first. An anchor without a negative near enough is left out.
 *
 * @example
 * const circle = [[1, 0], [0.8, 0.6], [0.6, 0.8], [0, 1]];
 * distanceWeightedMiner()(circle, [0, 0, 1, 1]).count; // → 4
 */
export function distanceWeightedMiner(options: DistanceWeightedMinerOptions = {}): CallableMiner<Triplets> {
  const name = "distanceWeightedMiner";
  const settings = readOptions(name, options, distanceWeightedSchema);
  const { cutoff, maxDistance } = settings;
  check(
    cutoff < maxDistance,
    () => `${name}: cutoff must be below maxDistance, ${maxDistance}, got ${cutoff}.`,
  );
  return callableMiner(name, settings, ({ projected, labels, random }) => {
    const unit = unitRows(projected);
    const l = unit.shape[1];
    const logarithm = (d: number) => (2 - l) * Math.log(d) - ((l - 3) / 2) * Math.log(1 - (d * d) / 4);
    return labeledTriplets(
      name,
      labels,
      { perAnchor: Infinity, random },
      ({ anchor, positives, negatives }, take) => {
        const distances = distancesFrom(unit, anchor, negatives, "euclidean");
        const logarithms = distances.map((d) =>
          d < maxDistance ? logarithm(Math.max(d, cutoff)) : -Infinity,
        );
        const largest = logarithms.reduce((a, b) => Math.max(a, b));
        if (largest === -Infinity) return;
        let sum = 0;
        const sums = logarithms.map((value) => (sum += Math.exp(value - largest)));
        for (let p = 0; p < positives.length; p++) {
          const drawn = random.uniform() * sum;
          take(
            p,
            sums.findIndex((value) => value > drawn),
          );
        }
      },
    );
  });
}
