import { about, oneOf, readOptions, seed as seedOption, wholeNumber } from "../../core/options";
import { check } from "../../core";
import { readPoints, type MatrixLike } from "../../core/values";
import { graphDefaults } from "../defaults";
import type { KnnGraph } from "./graph";
import { searchedGraph } from "./searchedGraph";

export interface KnnOptions {
  /** Neighbors per point, in [1, n − 1]. Default 10, as in the paper (50 for CUB and Cars). */
  k?: number;
  /**
   * "exact" compares all pairs of points. "approximate" searches by NN-descent, for hundreds of thousands of points; how many of the true
   * neighbors it found is measured on a sample. "auto" (default) is exact up to 30,000 points; above, it is approximate if 95 % of the sample's
   * neighbors were found, and exact otherwise; where that would take hours, it throws. The graph says which was used.
   */
  method?: "auto" | "exact" | "approximate";
  /** For the approximate search: the same seed gives the same graph. Default 1. */
  seed?: number;
}

export const knnSchema = {
  k: about("neighbors per point", wholeNumber({ min: 1, max: "n-1", default: graphDefaults.k })),
  method: about(
    "compare all pairs of points, or search by NN-descent",
    oneOf(["auto", "exact", "approximate"], { default: "auto" }),
  ),
  seed: seedOption(),
};

/**
 * The graph of the k nearest neighbors N_k(z_i) of every row of z, [n, d], by Euclidean distance (paper §2). A point is never its own
 * neighbor, but its duplicates are. Ties go to the smaller index. Exact on every engine up to 30,000 points; for more of them see `method`.
 * Takes O(n·block) memory: the n x n distances never exist at once.
 *
 * @example
 * const graph = knnGraph([[0], [1], [3], [7]], { k: 1 });
 * graph.neighbors; // → [1, 0, 1, 2]
 */
export function knnGraph(z: MatrixLike, options: KnnOptions = {}): KnnGraph {
  const { k, method, seed } = readOptions("knnGraph", options, knnSchema);
  const points = readPoints(z, "knnGraph: z", {
    rows: 2,
    differ: "so no point is nearer than another. Check that the embeddings did not collapse.",
  });
  const [n] = points.shape;
  check(k <= n - 1, () => `knnGraph: k must be in [1, n-1], got k=${k} with n=${n}. Lower k or add points.`);

  return searchedGraph(points, k, method, seed);
}
