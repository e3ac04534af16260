import type { Matrix64 } from "./algebra";
import { float64 } from "./float64";
import { multiply, transposeMultiply } from "./multiply";
import { symmetricEigen, type SymmetricEigen } from "./symmetricEigen";

/** f(S) = Σᵢ f(λᵢ) vᵢvᵢᵀ for a symmetric S = Σᵢ λᵢ vᵢvᵢᵀ, such as its inverse, root or positive part. */
export function spectralMap(s: Matrix64, f: (eigenvalue: number) => number): Matrix64 {
  return fromEigen(symmetricEigen(s), f);
}

/** Σᵢ f(λᵢ) vᵢvᵢᵀ from an eigendecomposition that is at hand. */
export function fromEigen({ values, vectors }: SymmetricEigen, f: (eigenvalue: number) => number): Matrix64 {
  return float64.symmetricPart(transposeMultiply(vectors, float64.scaleRows(vectors, values.map(f))));
}

/**
 * The solutions of Av = λBv for a symmetric A and a positive definite B, λ ascending: row i of `vectors` belongs to
 * `values[i]`, and vᵢᵀBvⱼ is 1 for i = j, else 0. By the eigenvectors u of B^{-½}AB^{-½}: v = B^{-½}u.
 */
export function generalizedEigen(a: Matrix64, b: Matrix64): SymmetricEigen {
  const root = spectralMap(b, (value) => 1 / Math.sqrt(value));
  const { values, vectors } = symmetricEigen(float64.symmetricPart(multiply(root, multiply(a, root))));
  return { values, vectors: multiply(vectors, root) };
}
