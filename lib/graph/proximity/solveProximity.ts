import type { KnnGraph } from "../knn/graph";
import { biconjugateGradients, type LaneNorms } from "./biconjugateGradients";
import { type Lanes, walkOperator } from "./walkOperator";

export interface SolveOptions {
  /** Solve with Aᵀ instead of A. */
  transpose?: boolean;
  /** Required bound on the error of every entry. */
  accuracy: number;
}

export interface Solution {
  /** One vector of n values per right-hand side. */
  solutions: Float64Array[];
  /** Upper bound on the error of every entry: ‖residual‖ / (1 − γ), in the ∞-norm (for Aᵀ: the 1-norm). */
  errorBound: number;
}

/** The accuracy of "exact": slightly above the precision of float64. */
export const fullAccuracy = (gamma: number) => Math.max(1e-12, 2e-15 / (1 - gamma));

/**
 * Solves (I − γQ) x = b, or (I − γQ)ᵀ x = b, in float64 for each given b, four at a time.
 * Uses BiCGSTAB, restarted when it stalls. If that fails, it continues with x ← b + γQx, which always converges.
 */
export function solveProximity(
  graph: KnnGraph,
  gamma: number,
  rightSides: Float64Array[],
  { transpose = false, accuracy }: SolveOptions,
): Solution {
  const solutions: Float64Array[] = [];
  let errorBound = 0;
  const lanes: Lanes = rightSides.length === 1 ? 1 : 4;
  for (let from = 0; from < rightSides.length; from += lanes) {
    const group = rightSides.slice(from, from + lanes);
    const { x, worst } = solveLanes(
      graph,
      gamma,
      interleave(group, graph.n, lanes),
      lanes,
      transpose,
      accuracy,
    );
    group.forEach((_, c) =>
      solutions.push(Float64Array.from({ length: graph.n }, (_, i) => x[i * lanes + c])),
    );
    errorBound = Math.max(errorBound, worst / (1 - gamma));
  }
  return { solutions, errorBound };
}

function solveLanes(
  graph: KnnGraph,
  gamma: number,
  b: Float64Array,
  lanes: Lanes,
  transpose: boolean,
  accuracy: number,
): { x: Float64Array; worst: number } {
  const apply = walkOperator(graph, gamma, lanes, transpose);
  const norms: LaneNorms = (values) => (transpose ? sums(values, lanes) : maxima(values, lanes));
  const goal = accuracy * (1 - gamma);
  const x = new Float64Array(b.length);
  const residual = b.slice();
  const product = new Float64Array(b.length);
  const refresh = () => {
    apply(x, product);
    for (let i = 0; i < b.length; i++) residual[i] = b[i] - product[i];
    return Math.max(...norms(residual));
  };

  let worst = Math.max(...norms(residual));
  for (let round = 0; round < 12 && worst > goal; round++) {
    biconjugateGradients(apply, norms, x, residual, lanes, goal / 2);
    worst = refresh();
  }
  const patience = Math.min(5000, Math.ceil(30 / (1 - gamma)));
  for (let step = 0; step < patience && !(worst <= goal); step++) {
    for (let i = 0; i < x.length; i++) x[i] = Number.isFinite(x[i] + residual[i]) ? x[i] + residual[i] : 0;
    worst = refresh();
  }
  return { x, worst };
}

function interleave(vectors: Float64Array[], n: number, lanes: Lanes): Float64Array {
  const mixed = new Float64Array(n * lanes);
  vectors.forEach((vector, c) => {
    for (let i = 0; i < n; i++) mixed[i * lanes + c] = vector[i];
  });
  return mixed;
}

function maxima(values: Float64Array, lanes: Lanes): Float64Array {
  const result = new Float64Array(lanes);
  for (let at = 0; at < values.length;) {
    for (let c = 0; c < lanes; c++, at++) {
      const size = Math.abs(values[at]);
      if (!(size <= result[c])) result[c] = size;
    }
  }
  return result;
}

function sums(values: Float64Array, lanes: Lanes): Float64Array {
  const result = new Float64Array(lanes);
  for (let at = 0; at < values.length;) {
    for (let c = 0; c < lanes; c++, at++) result[c] += Math.abs(values[at]);
  }
  return result;
}
