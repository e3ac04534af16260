import { float64, transposeMultiply, type Matrix64 } from "../../../algebra";
import type { Pairs } from "./pairs";

/**
 * Σ_e w_e v_e v_eᵀ, [d, d], over the pairs' vectors v = s_i x_i − s_j x_j: Xᵀ Lap X with the sparse Laplacian of the pairs.
 * Computes Lap·X first, then the product with Xᵀ: O(pairs · d + n d²), without any n x n matrix.
 */
export function pairScatter(x: Matrix64, pairs: Pairs, weights: Float64Array = pairs.weights): Matrix64 {
  return float64.symmetricPart(transposeMultiply(x, laplacianProduct(x, pairs, weights)));
}

/** Lap·X, [n, d] */
function laplacianProduct(
  { data: x, shape: [n, d] }: Matrix64,
  { count, first, second, scales }: Pairs,
  weights: Float64Array,
): Matrix64 {
  const y = new Float64Array(n * d);
  for (let e = 0; e < count; e++) {
    const a = first[e] * d;
    const b = second[e] * d;
    const s = scales ? scales[2 * e] : 1;
    const t = scales ? scales[2 * e + 1] : 1;
    const w = weights[e];
    for (let c = 0; c < d; c++) {
      const v = w * (s * x[a + c] - t * x[b + c]);
      y[a + c] += s * v;
      y[b + c] -= t * v;
    }
  }
  return { data: y, shape: [n, d] };
}
