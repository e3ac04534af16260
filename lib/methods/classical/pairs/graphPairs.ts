import type { KnnGraph } from "../../../graph";
import { kind, type Pairs } from "./pairs";

/**
 * The edges of the symmetric kNN graph: i and j are a pair if either is among the other's neighbors. `weightOf` receives an
 * edge of the directed graph: from i to j, at position e of `graph.neighbors`.
 */
export function graphPairs(
  { k, neighbors }: KnnGraph,
  weightOf: (e: number, i: number, j: number) => number,
): Pairs {
  const isNew = (i: number, j: number) => i < j || !neighbors.subarray(j * k, (j + 1) * k).includes(i);
  const edges = Int32Array.from(neighbors.keys()).filter((e) => isNew(Math.floor(e / k), neighbors[e]));
  const first = edges.map((e) => Math.floor(e / k));
  const second = edges.map((e) => neighbors[e]);
  return {
    count: edges.length,
    first,
    second,
    weights: Float64Array.from(edges, (e, at) => weightOf(e, first[at], second[at])),
    kinds: new Int8Array(edges.length).fill(kind.unknown),
  };
}

/**
 * The pairs with s_i = deg_i^{-½}, which makes Deg − W the normalized Laplacian I − Deg^{-½} W Deg^{-½}. Weights must be
 * positive.
 */
export function normalizeLaplacian(pairs: Pairs, n: number): Pairs {
  const { count, first, second, weights } = pairs;
  const degrees = degreesOf(pairs, n);
  const scales = new Float64Array(2 * count);
  for (let e = 0; e < count; e++) {
    if (weights[e] === 0) continue;
    scales[2 * e] = 1 / Math.sqrt(degrees[first[e]]);
    scales[2 * e + 1] = 1 / Math.sqrt(degrees[second[e]]);
  }
  return { ...pairs, scales };
}

/** deg_i = Σ_j W_ij */
export function degreesOf({ count, first, second, weights }: Pairs, n: number): Float64Array {
  const degrees = new Float64Array(n);
  for (let e = 0; e < count; e++) {
    degrees[first[e]] += weights[e];
    degrees[second[e]] += weights[e];
  }
  return degrees;
}
