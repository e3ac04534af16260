import type { Matrix64, Retraction } from "./algebra";
import { combine } from "./combine";
import { inverseRootPolynomial } from "./inverseRootPolynomial";
import { multiply, transposeMultiply } from "./multiply";
import { symmetricEigen } from "./symmetricEigen";

/** Carrying an image costs one image of U and l/d of an image per trial, which pays from about this ratio on. */
const NARROW = 1 / 3;

/**
 * t ↦ the polar factor MN of M = X + tU, N = (MᵀM)^{-1/2}. For a tangent U is MᵀM = I + t²UᵀU, near I for short steps, where a polynomial gives N
 * with few products. Where l is much smaller than d, images are carried: A(X + tU)N = (AX + t·AU)N (METHOD §4, the cheaper line search).
 */
export function polarRetraction(x: Matrix64, u: Matrix64): Retraction<Matrix64> {
  let last: { t: number; factor: Matrix64 } | undefined;
  const factorAt = (t: number, moved: Matrix64): Matrix64 => {
    if (last?.t !== t) last = { t, factor: inverseRoot(transposeMultiply(moved, moved)) };
    return last.factor;
  };
  const point = (t: number) => {
    const moved = combine(1, x, t, u);
    return multiply(moved, factorAt(t, moved));
  };
  const carry = (image: Matrix64, along: Matrix64, t: number) =>
    multiply(combine(1, image, t, along), factorAt(t, combine(1, x, t, u)));
  const [d, l] = x.shape;
  return { point, ...(l <= NARROW * d && { carry }) };
}

/** G^{-1/2} for G whose eigenvalues are at least about 1. */
function inverseRoot(g: Matrix64): Matrix64 {
  return inverseRootPolynomial(g) ?? inverseRootByEigenvectors(g);
}

/** Σᵢ λᵢ^{-1/2} vᵢvᵢᵀ, as WᵀW with rows wᵢ = λᵢ^{-1/4} vᵢ. */
function inverseRootByEigenvectors(g: Matrix64): Matrix64 {
  const { values, vectors } = symmetricEigen(g);
  const n = values.length;
  const scaled = vectors.data.slice();
  for (let i = 0; i < n; i++) {
    const factor = values[i] ** -0.25;
    for (let j = 0; j < n; j++) scaled[i * n + j] *= factor;
  }
  const rows: Matrix64 = { data: scaled, shape: [n, n] };
  return transposeMultiply(rows, rows);
}
