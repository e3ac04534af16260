import { check } from "../../core";
import type { MatrixLike } from "../../core/values";
import { knnGraph } from "../../graph";
import {
  addRidge,
  float64,
  generalizedEigen,
  multiply,
  transpose,
  transposeMultiply,
  type Matrix64,
} from "../../algebra";
import { checkNeighbors, readPoints } from "./learner/input";
import { atLeast, positive, readSettings, type Ranges } from "../../core/options";
import { degreesOf, graphPairs } from "./pairs/graphPairs";
import { pairScatter } from "./pairs/pairScatter";

export interface LppOptions {
  /** Number of columns of the projection, in [1, d]. Default 2. */
  dimensions?: number;
  /** Neighbors per point in the graph. Default 6. */
  k?: number;
  /** "binary": every edge has weight 1 (default). "heat": exp(−‖x_i − x_j‖²/t), where t is the mean squared length of the edges. */
  weights?: "binary" | "heat";
  /** ridge·tr/d is added to the diagonal of Xᵀ Deg X, which makes it positive definite. Default 1e-3. */
  ridge?: number;
}

export const lppDefaults = Object.freeze({ dimensions: 2, k: 6, weights: "binary", ridge: 1e-3 } as const);

const ranges: Ranges<Required<LppOptions>> = {
  dimensions: atLeast(1),
  k: atLeast(1),
  weights: ["binary", "heat"],
  ridge: positive(),
};

export interface Lpp {
  /** A, [d, dimensions]: its columns a are the directions, smoothest first, with aᵀ(Xᵀ Deg X)a = 1. */
  readonly projection: Matrix64;
  /** λ of each direction, ascending; small where neighbors stay together. */
  readonly values: Float64Array;
  /** The projected points XA, [n, dimensions], centered. */
  readonly points: Matrix64;
}

/**
 * Locality preserving projections (He & Niyogi 2003): the directions a of least Σ W_ij (aᵀx_i − aᵀx_j)² at a given spread, the
 * smallest solutions of Xᵀ Lap X a = λ Xᵀ Deg X a, on the symmetric kNN graph. Points are centered at their degree-weighted mean,
 * which excludes the trivial constant direction.
 *
 * @example
 * const { projection, points } = lpp(x, { dimensions: 1, k: 2 });
 * points.shape; // → [6, 1]
 */
export function lpp(x: MatrixLike, options: LppOptions = {}): Lpp {
  const { dimensions, k, weights, ridge } = readSettings("lpp", lppDefaults, ranges, options);
  const given = readPoints(x, "lpp");
  const [n, d] = given.shape;
  checkNeighbors("lpp", k, n);
  check(
    dimensions <= d,
    () => `lpp: dimensions must be in [1, d], got ${dimensions} with d=${d} features. Lower dimensions.`,
  );
  const graph = knnGraph(given, { k, method: "exact" });
  const heat = graph.distances.reduce((sum, distance) => sum + distance ** 2, 0) / graph.distances.length;
  const weightOf = (e: number) => (weights === "binary" ? 1 : Math.exp(-(graph.distances[e] ** 2) / heat));
  const pairs = graphPairs(graph, weightOf);
  const degrees = degreesOf(pairs, n);
  const points = centerBy(given, degrees);
  const spread = addRidge(transposeMultiply(points, float64.scaleRows(points, degrees)), ridge);
  const { values, vectors } = generalizedEigen(pairScatter(points, pairs), spread);
  const smoothest = {
    data: vectors.data.slice(0, dimensions * d),
    shape: [dimensions, d] as [number, number],
  };
  const projection = transpose(smoothest);
  return { projection, values: values.slice(0, dimensions), points: multiply(points, projection) };
}

/** X minus its mean row under the given weights. */
function centerBy({ data, shape: [n, d] }: Matrix64, weights: Float64Array): Matrix64 {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const mean = new Float64Array(d);
  for (let i = 0; i < n; i++) for (let c = 0; c < d; c++) mean[c] += (weights[i] / total) * data[i * d + c];
  return { data: data.map((value, at) => value - mean[at % d]), shape: [n, d] };
}
