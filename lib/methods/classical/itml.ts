import { drain, printsAs } from "../../core";
import { metricText } from "../../core/summaries";
import type { MatrixLike } from "../../core/values";
import type { Labels } from "../../graph";
import type { Matrix64 } from "../../algebra";
import { readPoints } from "./learner/input";
import { atLeast, between, positive, readSettings, seeds, type Ranges } from "../../core/options";
import { identityMatrix, metricOf, withTransform, type EmbeddingMetric } from "./learner/metric";
import { bregmanProjections } from "./bregmanProjections";
import { readConstraints, type PairConstraints } from "./pairs/constraints";
import { pairDistances } from "./pairs/pairLoss";
import { joinPairs, kind, type Pairs } from "./pairs/pairs";

export interface ItmlOptions {
  /** γ: how strongly the bounds are enforced relative to the prior; larger is stricter. Default 0.1. */
  slack?: number;
  /** Similar pairs should be closer than u, this percentile of the pairs' squared distances. Default 5. */
  upperPercentile?: number;
  /** Dissimilar pairs should be farther apart than l, this percentile. Default 95. */
  lowerPercentile?: number;
  /** Maximum number of rounds through all pairs. Default 100. */
  maxIterations?: number;
  /** Learning stops when a round changes the multipliers by less than this fraction. Default 1e-3. */
  tolerance?: number;
  /** Maximum number of pairs of each kind, drawn at random. Default 1,000. */
  maxPairs?: number;
  /** Seed for drawing the pairs. Default 1. */
  seed?: number;
}

export const itmlDefaults = Object.freeze({
  slack: 0.1,
  upperPercentile: 5,
  lowerPercentile: 95,
  maxIterations: 100,
  tolerance: 1e-3,
  maxPairs: 1000,
  seed: 1,
});

export type ItmlSettings = Required<ItmlOptions>;

export const itmlRanges: Ranges<ItmlSettings> = {
  slack: positive(),
  upperPercentile: between(0, 100),
  lowerPercentile: between(0, 100),
  maxIterations: atLeast(1),
  tolerance: positive(),
  maxPairs: atLeast(1),
  seed: seeds,
};

/** ITML's metric, and everything needed to check its optimality. */
export interface Itml extends EmbeddingMetric {
  /** The pairs: similar ones first, then dissimilar ones. */
  readonly pairs: Pairs;
  /** M₀, [d, d]; M stays as close to it as the bounds allow. */
  readonly prior: Matrix64;
  /** u for similar pairs, l for dissimilar ones: ξ⁰. */
  readonly bounds: Float64Array;
  /** ξ, the bounds after slack. */
  readonly slackBounds: Float64Array;
  /** λ ≥ 0, above 0 where a bound holds with equality. */
  readonly multipliers: Float64Array;
  readonly iterations: number;
  readonly stopReason: "converged" | "max-iterations";
}

/**
 * Information-theoretic metric learning (Davis et al. 2007): min LogDet(M, M₀) + γ LogDet(diag ξ, diag ξ⁰) with δ²_M ≤ ξ for
 * similar and δ²_M ≥ ξ for dissimilar pairs, by cyclic Bregman projections, each an update of rank one. ξ⁰ is a low (u) and a
 * high (l) percentile of the pairs' squared distances under M₀. M₀ = I/s with s the mean variance of a feature: the result does
 * not depend on units. Nothing is inverted; pairs of equal points are skipped. The step is γ/(γ+1)·(1/δ² − 1/ξ), which ends
 * at δ² = ξ for every γ; the step printed in the paper, δ/2·(1/p − γ/ξ), agrees with it only for γ = 1.
 *
 * @example
 * const { matrix, transform } = await itml(x, [0, 0, -1, 1, 1, -1]);
 * matrix.shape; // → [2, 2]
 * transform(x).shape; // → [6, 2]
 */
export function itml(x: MatrixLike, labels: Labels | PairConstraints, options: ItmlOptions = {}): Itml {
  const settings = readSettings("itml", itmlDefaults, itmlRanges, options);
  const points = readPoints(x, "itml");
  const { similar, dissimilar } = readConstraints(labels, points.shape[0], settings, "itml");
  const problem = itmlProblem(points, joinPairs(similar, dissimilar), settings);
  let iterations = 0;
  const { matrix, ...state } = drain(bregmanProjections(points, problem, settings), ({ iteration }) => {
    iterations = iteration;
  });
  const found = { ...withTransform("itml", metricOf(matrix)), ...state, ...problem, iterations };
  return printsAs(() => metricText(found), found);
}

/** The prior, pairs and bounds of ITML. */
export function itmlProblem(
  x: Matrix64,
  pairs: Pairs,
  settings: Pick<ItmlSettings, "upperPercentile" | "lowerPercentile">,
) {
  const prior = unitPrior(x);
  const distances = pairDistances(x, prior, pairs).sort();
  const percentile = (percent: number) => distances[Math.round((percent / 100) * (distances.length - 1))];
  const smallest = distances.find((distance) => distance > 0) ?? 1;
  const upper = Math.max(percentile(settings.upperPercentile), smallest);
  const lower = Math.max(percentile(settings.lowerPercentile), smallest);
  const bounds = Float64Array.from(pairs.kinds, (own) => (own === kind.similar ? upper : lower));
  return { prior, pairs, bounds };
}

/** I/s, where s is the mean variance of the features of centered points. */
function unitPrior({ data, shape: [n, d] }: Matrix64): Matrix64 {
  const variance = data.reduce((sum, value) => sum + value ** 2, 0) / (n * d);
  const { data: identity, shape } = identityMatrix(d);
  return { data: identity.map((value) => value / variance), shape };
}
