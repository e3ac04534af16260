import { check } from "../core";
import { toFloat64, type MatrixLike } from "../core/values";
import {
  float64,
  frobeniusNorm,
  multiply,
  thinSvd,
  transpose,
  transposeMultiply,
  type Algebra,
  type Matrix64,
} from "../algebra";

/**
 * The matrix with orthonormal columns nearest to A: its polar factor UVᵀ, where A = USVᵀ. A is [d, l] of full rank l ≤ d.
 *
 * @example orthonormalize([[3], [4]]).data; // → [0.6, 0.8]
 */
export function orthonormalize(a: MatrixLike): Matrix64 {
  const matrix = toFloat64(a, "orthonormalize: A");
  const [d, l] = matrix.shape;
  check(
    l >= 1 && l <= d,
    () => `orthonormalize: A must have at least as many rows as columns, got [${d}, ${l}].`,
  );
  check(
    matrix.data.every(Number.isFinite),
    () => "orthonormalize: A must be finite, got NaN or Infinity in it.",
  );
  const { u, s, v } = thinSvd(matrix);
  check(
    s[l - 1] > 1e-12 * s[0],
    () =>
      `orthonormalize: A must have ${l} independent columns, got a smallest singular value of ${s[l - 1]} next to ${s[0]}.`,
  );
  return multiply(u, transpose(v));
}

/** ‖XᵀX − I‖ (Frobenius), 0 for orthonormal columns. */
export function orthonormalityDefect(x: Matrix64): number {
  return frobeniusNorm(float64.shift(1, transposeMultiply(x, x), -1));
}

/** X(3I − XᵀX)/2 for nearly orthonormal columns, which squares their deviation from orthonormality. */
export function polishColumns<M>(algebra: Algebra<M>, x: M): M {
  return algebra.multiply(x, algebra.shift(-0.5, algebra.transposeMultiply(x, x), 1.5));
}
