import { check } from "../../core";
import type { MatrixLike } from "../../core/values";
import type { Labels } from "../../graph";
import { addRidge, float64, inverseOf, positivePart, type Matrix64 } from "../../algebra";
import { metricOf, withTransform, type EmbeddingMetric } from "./learner/metric";
import { readConstraints, type PairConstraints } from "./pairs/constraints";
import { normalizeWeights, type Pairs } from "./pairs/pairs";
import { pairScatter } from "./pairs/pairScatter";
import { atLeast, positive, readSettings, seeds, type Ranges } from "../../core/options";
import { readPoints } from "./learner/input";

export interface KissmeOptions {
  /** ridge·tr(Σ)/d is added to the diagonal of each scatter Σ, so that singular ones become invertible. Default 1. */
  ridge?: number;
  /** Maximum number of pairs of each kind, drawn at random. Default 100,000. */
  maxPairs?: number;
  /** Seed for drawing the pairs. Default 1. */
  seed?: number;
}

export const kissmeDefaults = Object.freeze({ ridge: 1, maxPairs: 100_000, seed: 1 });

export const kissmeRanges: Ranges<Required<KissmeOptions>> = {
  ridge: positive(),
  maxPairs: atLeast(1),
  seed: seeds,
};

/**
 * Keep it simple and straightforward metric learning (Köstinger et al. 2012): M = Σ_S⁻¹ − Σ_D⁻¹, projected to M ⪰ 0, with Σ the
 * mean of (x_i − x_j)(x_i − x_j)ᵀ over similar and over dissimilar pairs: the log-likelihood ratio of two Gaussians. Labels (−1
 * for unlabeled) or `{ similar, dissimilar }` pairs of row numbers.
 *
 * @example
 * const { matrix } = kissme(x, [0, 0, 0, 1, 1, 1]);
 * matrix.shape; // → [2, 2]
 */
export function kissme(
  x: MatrixLike,
  labels: Labels | PairConstraints,
  options: KissmeOptions = {},
): EmbeddingMetric {
  const settings = readSettings("kissme", kissmeDefaults, kissmeRanges, options);
  const points = readPoints(x, "kissme");
  const { similar, dissimilar } = readConstraints(labels, points.shape[0], settings, "kissme");
  const metric = metricOf(positivePart(likelihoodRatio(points, similar, dissimilar, settings.ridge)));
  check(
    metric.factor.shape[1] > 0,
    () =>
      `kissme: the ${similar.count} similar pairs are at least as far apart as the ${dissimilar.count} dissimilar ones in every direction, so Σ_S⁻¹ − Σ_D⁻¹ has no positive part. Give more labels, or check them.`,
  );
  return withTransform("kissme", metric);
}

/** Σ_S⁻¹ − Σ_D⁻¹, which may be indefinite. */
export function likelihoodRatio(x: Matrix64, similar: Pairs, dissimilar: Pairs, ridge: number): Matrix64 {
  const inverse = (pairs: Pairs) => inverseOf(addRidge(pairScatter(x, normalizeWeights(pairs)), ridge));
  return float64.combine(1, inverse(similar), -1, inverse(dissimilar));
}
