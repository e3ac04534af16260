import type { Matrix64 } from "./algebra";
import { float64 } from "./float64";
import { multiply, transposeMultiply } from "./multiply";
import { symmetricEigen, type SymmetricEigen } from "./symmetricEigen";
import { innerProduct } from "./vectorSpace";

/** f(S) = Σᵢ f(λᵢ) vᵢvᵢᵀ for a symmetric S = Σᵢ λᵢ vᵢvᵢᵀ, such as its inverse, square root or positive part. */
export function spectralMap(s: Matrix64, f: (eigenvalue: number) => number): Matrix64 {
  return fromEigen(symmetricEigen(s), f);
}

/** Σᵢ f(λᵢ) vᵢvᵢᵀ from a known eigendecomposition. */
export function fromEigen({ values, vectors }: SymmetricEigen, f: (eigenvalue: number) => number): Matrix64 {
  return float64.symmetricPart(transposeMultiply(vectors, float64.scaleRows(vectors, values.map(f))));
}

/**
 * The solutions of Av = λBv for a symmetric A and a positive definite B, λ ascending: row i of `vectors` belongs to
 * `values[i]`, and vᵢᵀBvⱼ is 1 for i = j, else 0. Uses the eigenvectors u of B^{-½}AB^{-½}: v = B^{-½}u.
 */
export function generalizedEigen(a: Matrix64, b: Matrix64): SymmetricEigen {
  const root = spectralMap(b, (value) => 1 / Math.sqrt(value));
  const { values, vectors } = symmetricEigen(float64.symmetricPart(multiply(root, multiply(a, root))));
  return { values, vectors: multiply(vectors, root) };
}

/** tr S */
export function traceOf({ data, shape: [d] }: Matrix64): number {
  let trace = 0;
  for (let i = 0; i < d; i++) trace += data[i * (d + 1)];
  return trace;
}

/** S + ridge·(tr S/d)·I for a scatter S ⪰ 0: positive definite even for few or equal points. */
export function addRidge(s: Matrix64, ridge: number): Matrix64 {
  const average = traceOf(s) / s.shape[0];
  return float64.shift(1, s, average > 0 ? ridge * average : 1);
}

/**
 * The eigendecomposition of a symmetric S with eigenvalues below floor·mean|λ| raised to that value: the nearest matrix whose
 * eigenvalues are all at least that large.
 */
export function raisedEigen(s: Matrix64, floor: number): SymmetricEigen {
  const { values, vectors } = symmetricEigen(s);
  const average = values.reduce((sum, value) => sum + Math.abs(value), 0) / values.length;
  const least = average > 0 ? floor * average : 1;
  return { values: values.map((value) => Math.max(value, least)), vectors };
}

/** S⁻¹ for a positive definite S. */
export function inverseOf(s: Matrix64): Matrix64 {
  return spectralMap(s, (value) => 1 / value);
}

/** The nearest positive semidefinite matrix: negative eigenvalues become 0. */
export function positivePart(s: Matrix64): Matrix64 {
  return spectralMap(s, (value) => Math.max(value, 0));
}

/** log det S for a positive definite S. */
export function logDeterminant(s: Matrix64): number {
  return symmetricEigen(s).values.reduce((sum, value) => sum + Math.log(value), 0);
}

/** LogDet(M, M₀) = tr(MM₀⁻¹) − log det(MM₀⁻¹) − d, the Bregman divergence of −log det. */
export function logDetDivergence(m: Matrix64, prior: Matrix64): number {
  const { values } = symmetricEigen(prior);
  const priorLogDeterminant = values.reduce((sum, value) => sum + Math.log(value), 0);
  return innerProduct(m, inverseOf(prior)) - logDeterminant(m) + priorLogDeterminant - m.shape[0];
}
