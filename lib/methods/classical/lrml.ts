import { knnGraph } from "../../graph";
import { fromEigen, innerProduct, raisedEigen } from "../../algebra";
import { closedForm, type MetricMethod } from "./learner/method";
import { MetricLearner } from "./learner/metricLearner";
import { atLeast, notNegative, positive, seeds } from "../../core/options";
import { supervisedPairs } from "./pairs/constraints";
import { graphPairs, normalizeLaplacian } from "./pairs/graphPairs";
import { linearPotential } from "./pairs/pairLoss";
import { joinPairs, scaleWeights } from "./pairs/pairs";
import { pairScatter } from "./pairs/pairScatter";
import { checkNeighbors } from "./learner/input";

export interface LrmlOptions {
  /** Neighbors per point in the graph. Default 6. */
  k?: number;
  /** The "normalized" Laplacian I − Deg^{-½} W Deg^{-½} (default) or the "plain" one, Deg − W. */
  laplacian?: "normalized" | "plain";
  /** γ_s, the weight of similar pairs relative to the graph. Default 1. */
  similarWeight?: number;
  /** γ_d, the weight of dissimilar pairs relative to the graph. Default 0.1. */
  dissimilarWeight?: number;
  /** Eigenvalues of H below floor·mean|λ| are raised to that value. Default 1. */
  floor?: number;
  /** Maximum number of labeled pairs of each kind, drawn at random. Default 100,000. */
  maxPairs?: number;
  /** Seed for drawing the pairs. Default 1. */
  seed?: number;
}

export const lrmlDefaults = Object.freeze({
  k: 6,
  laplacian: "normalized",
  similarWeight: 1,
  dissimilarWeight: 0.1,
  floor: 1,
  maxPairs: 100_000,
  seed: 1,
} as const);

export type LrmlSettings = Required<LrmlOptions>;

/** LRML as a record of functions. */
export const lrml: MetricMethod<LrmlSettings> = {
  name: "LRML",
  defaults: lrmlDefaults,
  ranges: {
    k: atLeast(1),
    laplacian: ["normalized", "plain"],
    similarWeight: notNegative,
    dissimilarWeight: notNegative,
    floor: positive(),
    maxPairs: atLeast(1),
    seed: seeds,
  },
  *prepare(x, labels, settings) {
    const [n] = x.shape;
    checkNeighbors("LRML", settings.k, n);
    const graph = knnGraph(x, { k: settings.k, method: "exact" });
    yield { kind: "graph", graph };
    const edges = graphPairs(graph, () => 1);
    const smooth =
      settings.laplacian === "normalized"
        ? scaleWeights(normalizeLaplacian(edges, n), 1 / n)
        : scaleWeights(edges, 1 / edges.count);
    return { pairs: joinPairs(smooth, supervisedPairs("LRML", labels, settings)) };
  },
  updateMetric(x, { pairs }, { floor }) {
    const h = pairScatter(x, pairs);
    const eigen = raisedEigen(h, floor);
    const meanLog = eigen.values.reduce((sum, value) => sum + Math.log(value), 0) / eigen.values.length;
    const matrix = fromEigen(eigen, (value) => Math.exp(meanLog - Math.log(value)));
    return closedForm(matrix, innerProduct(matrix, h));
  },
  potential: linearPotential,
};

/**
 * Laplacian regularized metric learning (Hoi, Liu & Chang 2008): min tr(MH) subject to log det M ≥ 0, with H = Xᵀ Lap X + γ_s S − γ_d D
 * from the binary symmetric kNN graph and the scatters of similar and dissimilar labeled pairs. The solution is M =
 * det(H)^{1/d} H⁻¹, with det M = 1. Each of the three terms is a mean (over points or over pairs), so the weights γ do not depend
 * on their number. H need not be positive definite (D is subtracted; constant features and d > n make it singular), so its
 * eigenvalues below floor·mean|λ| are first raised to that value.
 *
 * @example
 * const model = await new LRML({ k: 2 }).fit(x, [0, 0, -1, 1, 1, -1]);
 * model.metric.matrix.shape; // → [2, 2]
 */
export class LRML extends MetricLearner<LrmlSettings> {
  constructor(options: LrmlOptions = {}) {
    super(lrml, options);
  }
}
