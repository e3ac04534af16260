import { graphDefaults, knnGraph, propagateAffinities } from "../../graph";
import {
  float64,
  fromEigen,
  innerProduct,
  inverseOf,
  logDetDivergence,
  raisedEigen,
  type Matrix64,
} from "../../algebra";
import { checkNeighbors } from "./learner/input";
import { closedForm, type MetricMethod, type PreparationEvent, type Prepared } from "./learner/method";
import { atLeast, between, notNegative, positive, seeds, type Ranges } from "../../core/options";
import { checkSimilar } from "./pairs/constraints";
import { graphPairs } from "./pairs/graphPairs";
import { labeledPairs } from "./pairs/labeledPairs";
import { linearPotential } from "./pairs/pairLoss";
import { normalizeWeights, type Pairs } from "./pairs/pairs";
import { pairScatter } from "./pairs/pairScatter";

/** Options that APLLR and APIT share. */
export interface AffinityPriorOptions {
  /** Neighbors per point in the graph. Default 10. */
  k?: number;
  /** γ of the propagation. Default 0.99. */
  gamma?: number;
  /** β, the weight of the affinities relative to the prior metric. Default 1. */
  affinityWeight?: number;
  /** Eigenvalues of M⁻¹ below floor·mean|λ| are raised to that value. Default 0.1. */
  floor?: number;
  /** Maximum number of labeled pairs of each kind, drawn at random. */
  maxPairs?: number;
  /** Seed for drawing the pairs. Default 1. */
  seed?: number;
}

export type AffinityPriorSettings = Required<AffinityPriorOptions>;

export const affinityPriorDefaults = Object.freeze({
  ...graphDefaults,
  affinityWeight: 1,
  floor: 0.1,
  seed: 1,
});

export const affinityPriorRanges: Ranges<AffinityPriorSettings> = {
  k: atLeast(1),
  gamma: between(0, 1),
  affinityWeight: notNegative,
  floor: positive(),
  maxPairs: atLeast(1),
  seed: seeds,
};

/** The pairs of the graph, weighted by β times their affinities, and the prior metric M₀. */
export interface AffinityPrior extends Prepared {
  readonly prior: Matrix64;
}

/** Learns M₀ from the similar and dissimilar pairs of points. */
export type LearnPrior<Settings> = (
  x: Matrix64,
  similar: Pairs,
  dissimilar: Pairs,
  settings: Settings,
) => Generator<PreparationEvent, Matrix64>;

/**
 * min LogDet(M, M₀) + β tr(M Xᵀ Lap_W X), with W the propagated affinities at the edges of the graph: M⁻¹ = M₀⁻¹ + βXᵀ Lap_W X.
 * The absolute affinities are scaled to sum to 1, so that β does not depend on the number of points. Negative affinities can make
 * the sum indefinite; its eigenvalues below floor·mean|λ| are therefore raised to that value.
 */
export function affinityPriorMethod<Settings extends AffinityPriorSettings>(
  { name, defaults, ranges }: Pick<MetricMethod<Settings>, "name" | "defaults" | "ranges">,
  learnPrior: LearnPrior<Settings>,
): MetricMethod<Settings, AffinityPrior> {
  return {
    name,
    defaults,
    ranges,
    hasPrior: true,
    async *prepare(x, labels, settings, signal) {
      const { k, gamma, affinityWeight } = settings;
      checkNeighbors(name, k, x.shape[0]);
      const { similar, dissimilar } = labeledPairs(labels, settings);
      checkSimilar(similar, name);
      const graph = knnGraph(x, { k, method: "exact" });
      yield { kind: "graph", graph };
      const affinities = await propagateAffinities(graph, labels, { gamma, ...(signal && { signal }) });
      yield { kind: "affinities", affinities };
      const ofNeighbors = affinities.ofNeighbors();
      const pairs = normalizeWeights(
        graphPairs(graph, (e) => ofNeighbors[e]),
        affinityWeight,
      );
      return { pairs, prior: yield* learnPrior(x, similar, dissimilar, settings) };
    },
    updateMetric(x, { pairs, prior }, { floor }) {
      const scatter = pairScatter(x, pairs);
      const eigen = raisedEigen(float64.combine(1, inverseOf(prior), 1, scatter), floor);
      const matrix = fromEigen(eigen, (value) => 1 / value);
      const objective = logDetDivergence(matrix, prior) + innerProduct(matrix, scatter);
      return closedForm(matrix, objective);
    },
    potential: linearPotential,
  };
}
