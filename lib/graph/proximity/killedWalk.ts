import type { KnnGraph } from "../knn/graph";

/**
 * A random walk that ends with some probability in every step, as the matrix A = diag − N that it inverts:
 * N ≥ 0 holds the off-diagonal weights (row i: `targets`, `weights` from `starts[i]` to `starts[i + 1]`), and
 * A·1 = `excess` > 0. The diagonal is implied: A_ii = excess_i + Σ_j N_ij. Such an A is an M-matrix: A⁻¹ ≥ 0, no
 * pivoting is needed, and every formula of this folder adds non-negative numbers only (as Grassmann, Taksar and
 * Heyman do), so that even float32 keeps about six digits of all entries of A⁻¹, regardless of the condition number.
 */
export interface KilledWalk {
  n: number;
  starts: Int32Array;
  targets: Int32Array;
  weights: Float64Array;
  excess: Float64Array;
}

/** A = I − γQ of the paper's propagation (§2): weights γ/k along the edges, excess 1 − γ. */
export function propagationWalk({ n, k, neighbors }: KnnGraph, gamma: number): KilledWalk {
  return {
    n,
    starts: Int32Array.from({ length: n + 1 }, (_, i) => i * k),
    targets: neighbors,
    weights: new Float64Array(n * k).fill(gamma / k),
    excess: new Float64Array(n).fill(1 - gamma),
  };
}
