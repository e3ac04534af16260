import { symmetricEigen, type Matrix64 } from "../../../algebra";

/** A Mahalanobis metric: δ²(x, y) = (x − y)ᵀM(x − y) = ‖Lᵀ(x − y)‖². */
export interface MahalanobisMetric {
  /** M, [d, d], symmetric and positive semidefinite. */
  readonly matrix: Matrix64;
  /** L, [d, r], with M = LLᵀ and r the rank of M; the columns are orthogonal, longest first. */
  readonly factor: Matrix64;
}

/** The metric of a positive semidefinite M. Eigenvalues up to d·ε·λ_max are rounding errors, so the factor omits them. */
export function metricOf(matrix: Matrix64): MahalanobisMetric {
  const d = matrix.shape[0];
  const { values, vectors } = symmetricEigen(matrix);
  const least = d * Number.EPSILON * Math.max(...values);
  const kept = Array.from(values.keys())
    .reverse()
    .filter((i) => values[i] > least);
  const factor = new Float64Array(d * kept.length);
  kept.forEach((i, column) => {
    for (let c = 0; c < d; c++)
      factor[c * kept.length + column] = Math.sqrt(values[i]) * vectors.data[i * d + c];
  });
  return { matrix, factor: { data: factor, shape: [d, kept.length] } };
}

/** I, [d, d]: the Euclidean metric. */
export function identityMatrix(d: number): Matrix64 {
  const data = new Float64Array(d * d);
  for (let i = 0; i < d; i++) data[i * (d + 1)] = 1;
  return { data, shape: [d, d] };
}
