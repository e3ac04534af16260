import * as tf from "@tensorflow/tfjs-core";
import { symmetricEigen, type Matrix64 } from "../../../algebra";
import { check, plural, printsAs } from "../../../core";
import { matrixText, metricText } from "../../../core/summaries";
import { toTensor, type MatrixLike } from "../../../core/values";
import { requireEngine } from "../../../engine";

/** A Mahalanobis metric: δ²(x, y) = (x − y)ᵀM(x − y) = ‖Lᵀ(x − y)‖². */
export interface MahalanobisMetric {
  /** M, [d, d], symmetric and positive semidefinite. */
  readonly matrix: Matrix64;
  /** L, [d, r], with M = LLᵀ and r the rank of M; the columns are orthogonal, longest first. */
  readonly factor: Matrix64;
}

/** A metric with its embedding. */
export interface EmbeddingMetric extends MahalanobisMetric {
  /** The embeddings xL, [n, r]; their Euclidean distances are the metric's. The caller owns the tensor. */
  transform(x: MatrixLike): tf.Tensor2D;
}

/** The metric with its embedding. `name` is for error texts. */
export function withTransform(name: string, metric: MahalanobisMetric): EmbeddingMetric {
  const embedding = { ...metric, transform: (x: MatrixLike) => transformBy(name, metric, x) };
  return printsAs(() => metricText(embedding), embedding);
}

/** xL, [n, r] */
export function transformBy(name: string, { factor }: MahalanobisMetric, x: MatrixLike): tf.Tensor2D {
  requireEngine(`${name}.transform`);
  const { data, shape } = factor;
  return tf.tidy(() => {
    const points = toTensor(x, `${name}.transform: x`);
    check(
      points.shape[1] === shape[0],
      () =>
        `${name}.transform: x must have ${plural(shape[0], "column")}, as the points that were learned from, got shape [${points.shape.join(", ")}].`,
    );
    return tf.matMul(points, tf.tensor2d(Float32Array.from(data), shape));
  });
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
  const columns: Matrix64 = { data: factor, shape: [d, kept.length] };
  const metric = { matrix: printed(matrix), factor: printed(columns) };
  return printsAs(() => metricText(metric), metric);
}

/** I, [d, d]: the Euclidean metric. */
export function identityMatrix(d: number): Matrix64 {
  const data = new Float64Array(d * d);
  for (let i = 0; i < d; i++) data[i * (d + 1)] = 1;
  return { data, shape: [d, d] };
}

/** The same matrix with a one-line summary. */
const printed = ({ data, shape }: Matrix64): Matrix64 => {
  const matrix = { data, shape };
  return printsAs(() => matrixText(matrix), matrix);
};
