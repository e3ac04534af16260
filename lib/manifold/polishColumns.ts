import type { Algebra } from "../algebra/algebra";

/** X(3I − XᵀX)/2 for nearly orthonormal columns: squares their distance to orthonormality. */
export function polishColumns<M>(algebra: Algebra<M>, x: M): M {
  return algebra.multiply(x, algebra.shift(-0.5, algebra.transposeMultiply(x, x), 1.5));
}
