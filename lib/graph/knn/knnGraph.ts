import { multipliesFastAtOnce } from "../../core/engine";
import { about, readOptions, wholeNumber } from "../../core/options";
import { check, plural, printsAs } from "../../core";
import { readPoints, type MatrixLike } from "../../core/values";
import { graphDefaults } from "../defaults";
import type { KnnGraph } from "./graph";
import { NearestList } from "./nearestList";
import { nearestOnEngine } from "./nearestOnEngine";
import { nearestPlain } from "./nearestPlain";

export interface KnnOptions {
  /** Neighbors per point, in [1, n − 1]. Default 10, as in the paper (50 for CUB and Cars). */
  k?: number;
}

export const knnSchema = {
  k: about("neighbors per point", wholeNumber({ min: 1, max: "n-1", default: graphDefaults.k })),
};

/** Below this many operations, n·n·d, plain TypeScript is faster than an engine. */
const engineWorth = 1e7;

/**
 * The graph of the k nearest neighbors N_k(z_i) of every row of z, [n, d], by Euclidean distance (paper §2). Exact on
 * every engine. A point is never its own neighbor, but its duplicates are. Ties go to the smaller index.
 * Takes O(n·block) memory: the n x n distances never exist at once.
 *
 * @example
 * const graph = knnGraph([[0], [1], [3], [7]], { k: 1 });
 * graph.neighbors; // → [1, 0, 1, 2]
 */
export function knnGraph(z: MatrixLike, options: KnnOptions = {}): KnnGraph {
  const { k } = readOptions("knnGraph", options, knnSchema);
  const points = readPoints(z, "knnGraph: z", {
    rows: 2,
    differ: "so no point is nearer than another. Check that the embeddings did not collapse.",
  });
  const [n, d] = points.shape;
  check(k <= n - 1, () => `knnGraph: k must be in [1, n-1], got k=${k} with n=${n}. Lower k or add points.`);

  const neighbors = new Int32Array(n * k);
  const distances = new Float32Array(n * k);
  const list = new NearestList(k);
  const found = (i: number) => {
    neighbors.set(list.points, i * k);
    for (let s = 0; s < k; s++) distances[i * k + s] = Math.sqrt(list.squares[s]);
  };
  if (multipliesFastAtOnce() && n * n * d >= engineWorth) nearestOnEngine(points, k, list, found);
  else nearestPlain(points, list, found);
  return printsAs(`kNN graph: ${plural(n, "point")}, k = ${k}`, { n, k, neighbors, distances });
}
