import type { Matrix64, Retraction } from "./algebra";
import { combine } from "./combine";
import { inverseRootPolynomial } from "./inverseRootPolynomial";
import { multiply, transposeMultiply } from "./multiply";
import { symmetricEigen, type SymmetricEigen } from "./symmetricEigen";

/** Carrying an image costs one image of U and l/d of an image per trial, which pays from about this ratio on. */
const NARROW = 1 / 3;

/**
 * t ↦ (X + tU)N(t), N(t) = (I + t²UᵀU)^{-1/2}: the polar factor of X + tU for a tangent U, as then (X + tU)ᵀ(X + tU) = I + t²UᵀU. What is
 * known of the small matrix UᵀU serves every t. Where l is much smaller than d, images are carried: A(X + tU)N = (AX + t·AU)N (METHOD §4, the
 * cheaper line search).
 */
export function spectralRetraction(x: Matrix64, u: Matrix64): Retraction<Matrix64> {
  const factorAt = inverseRoots(transposeMultiply(u, u));
  const carry = (image: Matrix64, along: Matrix64, t: number) =>
    multiply(combine(1, image, t, along), factorAt(t));
  const [d, l] = x.shape;
  return { drifts: true, point: (t) => carry(x, u, t), ...(l <= NARROW * d && { carry }) };
}

/** t ↦ (I + t²S)^{-1/2}; the last one is remembered. */
function inverseRoots(s: Matrix64): (t: number) => Matrix64 {
  const polynomial = inverseRootPolynomial(s);
  let eigen: SymmetricEigen | undefined;
  let last: { t: number; root: Matrix64 } | undefined;
  return (t) => {
    if (last?.t !== t) last = { t, root: polynomial(t) ?? spectralRoot((eigen ??= symmetricEigen(s)), t) };
    return last.root;
  };
}

/** Σᵢ (1 + t²λᵢ)^{-1/2} vᵢvᵢᵀ, as WᵀW with rows wᵢ = (1 + t²λᵢ)^{-1/4} vᵢ. */
function spectralRoot({ values, vectors }: SymmetricEigen, t: number): Matrix64 {
  const n = values.length;
  const scaled = vectors.data.slice();
  for (let i = 0; i < n; i++) {
    const factor = (1 + t * t * Math.max(0, values[i])) ** -0.25;
    for (let j = 0; j < n; j++) scaled[i * n + j] *= factor;
  }
  const rows: Matrix64 = { data: scaled, shape: [n, n] };
  return transposeMultiply(rows, rows);
}
