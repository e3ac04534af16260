import { sigmoid, softplus } from "../../losses";
import { float64, traceOf, type Matrix64 } from "../../algebra";
import type { MetricMethod } from "./learner/method";
import { MetricLearner } from "./learner/metricLearner";
import { atLeast, notNegative, positive, seeds } from "../../core/options";
import { identityMatrix } from "./learner/metric";
import { checkSimilar } from "./pairs/constraints";
import { labeledPairs, unlabeledPairs } from "./pairs/labeledPairs";
import { pairDistances, type PairPotential } from "./pairs/pairLoss";
import { joinPairs, kind, normalizeWeights, type Pairs } from "./pairs/pairs";
import { pairScatter } from "./pairs/pairScatter";
import { psdDescent, type MatrixObjective } from "./psdDescent";

export interface SeraphOptions {
  /** η: pairs of δ² below it are taken for similar. Default 1. The start is scaled so that it fits the data. */
  eta?: number;
  /** μ·#unlabeled/#labeled pairs, the weight of the entropy against the likelihood. Default 1, which is μ = #labeled/#unlabeled. */
  unlabeledWeight?: number;
  /** λ, the weight of the trace, for η = 1 and an objective that is a mean over labeled pairs. Default 0. */
  traceWeight?: number;
  /** Maximum number of gradient steps. Default 50. */
  maxIterations?: number;
  /** Learning stops when a step changes the objective by less than this fraction. Default 1e-4. */
  tolerance?: number;
  /** Maximum number of pairs of each kind (similar, dissimilar, unlabeled), drawn at random. Default 4,000. */
  maxPairs?: number;
  /** Seed for drawing the pairs. Default 1. */
  seed?: number;
}

export const seraphDefaults = Object.freeze({
  eta: 1,
  unlabeledWeight: 1,
  traceWeight: 0,
  maxIterations: 50,
  tolerance: 1e-4,
  maxPairs: 4000,
  seed: 1,
});

export type SeraphSettings = Required<SeraphOptions>;

/** SERAPH as a record of functions. */
export const seraph: MetricMethod<SeraphSettings> = {
  name: "SERAPH",
  defaults: seraphDefaults,
  ranges: {
    eta: positive(),
    unlabeledWeight: notNegative,
    traceWeight: notNegative,
    maxIterations: atLeast(1),
    tolerance: notNegative,
    maxPairs: atLeast(1),
    seed: seeds,
  },
  *prepare(_x, labels, settings) {
    const { similar, dissimilar } = labeledPairs(labels, settings);
    checkSimilar(similar, "SERAPH");
    const labeled = normalizeWeights(joinPairs(similar, dissimilar));
    const unlabeled = normalizeWeights(unlabeledPairs(labels, settings), settings.unlabeledWeight);
    yield { kind: "sampled-pairs", pairs: unlabeled };
    return { pairs: joinPairs(labeled, unlabeled) };
  },
  *updateMetric(x, { pairs }, settings, start = scaledStart(x, pairs, settings.eta)) {
    return yield* psdDescent(seraphObjective(x, pairs, settings), start, settings);
  },
  potential: (pairs, { eta }) => seraphPotential(pairs, eta),
};

/**
 * What a pair costs. With u = δ² − η and p = p(+1) = 1/(1 + eᵘ): −log p for similar pairs, −log(1 − p) for dissimilar ones, and
 * the entropy of p for unlabeled ones, each times its weight. Log-sigmoids prevent overflow.
 */
export function seraphPotential({ kinds, weights }: Pairs, eta: number): PairPotential {
  return {
    value(distance, e) {
      const u = distance - eta;
      if (kinds[e] === kind.similar) return weights[e] * softplus(u);
      if (kinds[e] === kind.dissimilar) return weights[e] * softplus(-u);
      return weights[e] * (sigmoid(-u) * softplus(u) + sigmoid(u) * softplus(-u));
    },
    slope(distance, e) {
      const u = distance - eta;
      if (kinds[e] === kind.similar) return weights[e] * sigmoid(u);
      if (kinds[e] === kind.dissimilar) return -weights[e] * sigmoid(-u);
      return -weights[e] * u * sigmoid(u) * sigmoid(-u);
    },
  };
}

/** What SERAPH minimizes over M: Σ_e φ_e(δ²_M) + λ tr M, with the gradient Σ_e φ′_e vvᵀ + λI. */
export function seraphObjective(
  x: Matrix64,
  pairs: Pairs,
  { eta, traceWeight }: Pick<SeraphSettings, "eta" | "traceWeight">,
): MatrixObjective {
  const { value, slope } = seraphPotential(pairs, eta);
  return (m) => {
    const distances = pairDistances(x, m, pairs);
    return {
      cost: distances.reduce((sum, distance, e) => sum + value(distance, e), traceWeight * traceOf(m)),
      gradient: () => float64.shift(1, pairScatter(x, pairs, distances.map(slope)), traceWeight),
    };
  };
}

/** cI with η half-way between the mean distances of similar and of dissimilar pairs. */
function scaledStart(x: Matrix64, pairs: Pairs, eta: number): Matrix64 {
  const identity = identityMatrix(x.shape[1]);
  const distances = pairDistances(x, identity, pairs);
  const mean = (wanted: number) => {
    const own = distances.filter((_, e) => pairs.kinds[e] === wanted);
    return own.reduce((sum, distance) => sum + distance / own.length, 0);
  };
  const middle = (mean(kind.similar) + mean(kind.dissimilar)) / 2;
  return float64.combine(middle > 0 ? eta / middle : 1, identity, 0, identity);
}

/**
 * Semi-supervised metric learning paradigm with hyper-sparsity (Niu et al. 2014): with p_ij(y) = 1/(1 + exp(y(δ²_M − η))),
 * maximizes Σ_labeled log p(y_ij) + μ Σ_unlabeled Σ_y p log p − λ tr M over M ⪰ 0. Labeled pairs should be likely, and unlabeled
 * pairs decided (of low entropy). Projected gradient descent from cI, with c such that η lies between similar and dissimilar
 * distances. Both sums are means here. Nothing is inverted, so singular scatters do no harm.
 *
 * @example
 * const model = await new SERAPH({ seed: 1 }).fit(x, [0, 0, -1, 1, 1, -1]);
 * model.metric.matrix.shape; // → [2, 2]
 */
export class SERAPH extends MetricLearner<SeraphSettings> {
  constructor(options: SeraphOptions = {}) {
    super(seraph, options);
  }
}
