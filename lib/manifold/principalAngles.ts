import { check } from "../core";
import { toFloat64, type MatrixLike } from "../core/values";
import { float64, multiply, thinQr, thinSvd, transposeMultiply, type Matrix64 } from "../algebra";

/**
 * The principal angles 0 ≤ θ₁ ≤ … ≤ θ_l ≤ π/2 (radians) between the column spaces of A and B, both [d, l]. Two metrics L
 * and LB with B orthogonal measure the same distances; all their angles are 0. Small angles are computed from their sines and large
 * ones from their cosines (Björck & Golub 1973), so all are accurate. Columns need not be orthonormal.
 *
 * @example principalAngles([[1], [0]], [[1], [1]]); // → [0.7854]
 */
export function principalAngles(a: MatrixLike, b: MatrixLike): Float64Array {
  const x = basisOf(a, "principalAngles: A");
  const y = basisOf(b, "principalAngles: B");
  check(
    x.shape[0] === y.shape[0] && x.shape[1] === y.shape[1],
    () =>
      `principalAngles: A and B must have the same shape, got [${String(x.shape)}] and [${String(y.shape)}].`,
  );
  const products = transposeMultiply(x, y);
  const cosines = thinSvd(products).s;
  const sines = thinSvd(float64.combine(1, y, -1, multiply(x, products))).s.reverse();
  return cosines.map((cosine, i) =>
    cosine * cosine > 0.5 ? Math.asin(Math.min(1, sines[i])) : Math.acos(cosine),
  );
}

/**
 * The geodesic distance √Σθᵢ² on Gr(d, l) between the metrics A and B, from their principal angles.
 *
 * @example geodesicDistance([[1], [0]], [[1], [1]]); // → 0.7854
 */
export function geodesicDistance(a: MatrixLike, b: MatrixLike): number {
  return Math.sqrt(principalAngles(a, b).reduce((sum, angle) => sum + angle * angle, 0));
}

function basisOf(a: MatrixLike, name: string): Matrix64 {
  const matrix = toFloat64(a, name);
  const [d, l] = matrix.shape;
  check(l >= 1 && l <= d, () => `${name} must have at least as many rows as columns, got [${d}, ${l}].`);
  check(matrix.data.every(Number.isFinite), () => `${name} must be finite, got NaN or Infinity in it.`);
  return thinQr(matrix).q;
}
