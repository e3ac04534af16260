import { knnGraph, type KnnGraph } from "../../graph";
import { checkNeighbors } from "./learner/input";
import type { MetricIteration, MetricMethod, MetricUpdate } from "./learner/method";
import { MetricLearner } from "./learner/metricLearner";
import { atLeast, notNegative, positive, seeds } from "../../core/options";
import {
  float64,
  fromEigen,
  innerProduct,
  inverseOf,
  logDeterminant,
  raisedEigen,
  traceOf,
  type Matrix64,
} from "../../algebra";
import { steepestDescentSteps, positiveDefinite, type Problem } from "../../manifold";
import { graphPairs } from "./pairs/graphPairs";
import { linearPotential } from "./pairs/pairLoss";
import { joinPairs, normalizeWeights } from "./pairs/pairs";
import { pairScatter } from "./pairs/pairScatter";
import { supervisedPairs } from "./pairs/constraints";

export interface IsdmlOptions {
  /** Neighbors per point in the graph; σ_i is the distance to the k-th. Default 6. */
  k?: number;
  /** γ_s, the weight of similar pairs relative to the graph. Default 1. */
  similarWeight?: number;
  /** γ_d, the weight of dissimilar pairs relative to the graph. Default 0.1. */
  dissimilarWeight?: number;
  /** Eigenvalues of H below floor·mean|λ| are raised to that value. Default 1. */
  floor?: number;
  /** Maximum number of descent steps. Default 200. */
  maxIterations?: number;
  /** The descent stops when the norm of the Riemannian gradient, ‖M^½ G M^½‖/√d, falls below this. Default 1e-6. */
  tolerance?: number;
  /** Maximum number of labeled pairs of each kind, drawn at random. Default 100,000. */
  maxPairs?: number;
  /** Seed for drawing the pairs. Default 1. */
  seed?: number;
}

export const isdmlDefaults = Object.freeze({
  k: 6,
  similarWeight: 1,
  dissimilarWeight: 0.1,
  floor: 1,
  maxIterations: 200,
  tolerance: 1e-6,
  maxPairs: 100_000,
  seed: 1,
});

export type IsdmlSettings = Required<IsdmlOptions>;

/** ISDML as a record of functions. */
export const isdml: MetricMethod<IsdmlSettings> = {
  name: "ISDML",
  defaults: isdmlDefaults,
  ranges: {
    k: atLeast(1),
    similarWeight: notNegative,
    dissimilarWeight: notNegative,
    floor: positive(),
    maxIterations: atLeast(1),
    tolerance: positive(),
    maxPairs: atLeast(1),
    seed: seeds,
  },
  *prepare(x, labels, settings) {
    checkNeighbors("ISDML", settings.k, x.shape[0]);
    const graph = knnGraph(x, { k: settings.k, method: "exact" });
    yield { kind: "graph", graph };
    const edges = normalizeWeights(graphPairs(graph, densityWeights(graph)));
    return { pairs: joinPairs(edges, supervisedPairs("ISDML", labels, settings)) };
  },
  updateMetric(x, { pairs }, { floor, ...stops }, start) {
    return logDetDescent(raised(pairScatter(x, pairs), floor), start, stops);
  },
  potential: linearPotential,
};

/** A symmetric matrix whose eigenvalues are at least floor·mean|λ|. */
const raised = (s: Matrix64, floor: number) => fromEigen(raisedEigen(s, floor), (value) => value);

/** Starts that are singular up to rounding, as LLᵀ of an L in float32 may be, get eigenvalues of at least this share of their mean. */
const START_FLOOR = 1e-9;

/**
 * Minimizes f(M) = tr(MH) − log det M over M ≻ 0 by steepest descent on `positiveDefinite(d)`, from the multiple of I with the
 * lowest cost or from `start`. The Euclidean gradient is H − M⁻¹, so `change`, the Riemannian one over √d, is ‖M^½HM^½ − I‖/√d.
 */
async function* logDetDescent(
  h: Matrix64,
  start: Matrix64 | undefined,
  { maxIterations, tolerance }: { maxIterations: number; tolerance: number },
): AsyncGenerator<MetricIteration & { matrix: Matrix64 }, MetricUpdate, undefined> {
  const d = h.shape[0];
  let matrix = start ? raised(start, START_FLOOR) : float64.shift(0, h, d / traceOf(h));
  const problem: Problem = {
    cost: (m) => innerProduct(m, h) - logDeterminant(m),
    gradient(m) {
      // The solver asks for gradients only at the points that it accepts.
      matrix = m;
      return float64.combine(1, h, -1, inverseOf(m));
    },
  };
  const options = { maxIterations, minGradientNorm: tolerance * Math.sqrt(d) };
  let stopReason: MetricUpdate["stopReason"] = "converged";
  for await (const event of steepestDescentSteps(positiveDefinite(d), problem, matrix, options)) {
    if (event.kind === "finished") {
      if (event.result.stopReason === "max-iterations") stopReason = "max-iterations";
    } else if (event.iteration > 0) {
      const { iteration, cost: objective, gradientNorm } = event;
      yield { iteration, objective, change: gradientNorm / Math.sqrt(d), matrix };
    }
  }
  return { matrix, stopReason };
}

/** W_ij = exp(−‖x_i − x_j‖²/(σ_iσ_j)) with σ_i the distance to the k-th neighbor, so that the scale follows the local density. */
export function densityWeights({ k, distances }: KnnGraph): (e: number, i: number, j: number) => number {
  return (e, i, j) => {
    const spread = distances[i * k + k - 1] * distances[j * k + k - 1];
    // A point with k duplicates has σ = 0: only its duplicates get weight.
    if (spread > 0) return Math.exp(-(distances[e] ** 2) / spread);
    return distances[e] > 0 ? 0 : 1;
  };
}

/**
 * A reconstruction in the style of ISDML (after "Manifold preserving: an intrinsic approach for semisupervised distance metric
 * learning", Ying et al. 2018, whose full text was not available to us). It minimizes tr(MH) − log det M over M ≻ 0 by steepest descent
 * on the manifold of positive definite matrices. H = Xᵀ Lap X + γ_s S − γ_d D as in LRML, but the graph's weights adapt to the
 * density. The means and `floor` are LRML's: eigenvalues of H below floor·mean|λ| are raised to that value, since the problem would be
 * unbounded otherwise. The minimum is then H⁻¹, to which the descent converges.
 *
 * @example
 * const model = await new ISDML({ k: 2 }).fit(x, [0, 0, -1, 1, 1, -1]);
 * model.metric.matrix.shape; // → [2, 2]
 */
export class ISDML extends MetricLearner<IsdmlSettings> {
  constructor(options: IsdmlOptions = {}) {
    super(isdml, options);
  }
}
