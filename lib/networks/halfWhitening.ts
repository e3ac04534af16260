import { symmetricEigen, transposeMultiply } from "../algebra";
import { check } from "../core";
import { centerRows, type MatrixLike } from "../core/values";
import { requireEngine } from "../engine";
import { readExamples } from "./examples";
import { preprocessingFrom, type Preprocessing } from "./preprocessing";

/** Variances below this share of their mean are raised to it, so that directions without variance do not count more and more. */
const leastShare = 0.1;

/**
 * Half a whitening of feature vectors: x ← (x − x̄)·V·diag(λ^(−1/4)), with the eigenvectors V and eigenvalues λ of their covariance, the
 * largest first. Directions of large variance, which all features of a pretrained network share, count less, but not as little as the
 * smallest ones. On GoogLeNet's features of birds, nearest neighbors among species that were not seen are right more often than with the
 * features as they are or fully whitened. Time O(n d² + d³).
 *
 * @example
 * const preprocessing = halfWhiten(x);
 * const model = await new AGML2({ preprocessing: "half-whitening", epochs: 2, k: 2 }).fit(x, labels); // the same, as part of a model
 */
export function halfWhiten(features: MatrixLike): Preprocessing {
  requireEngine("halfWhiten");
  const { data, shape } = readExamples("halfWhiten", features);
  check(
    shape.length === 2,
    () => `halfWhiten: features must be vectors [n, d], got images of the shape [${shape.join(", ")}].`,
  );
  const [n, d] = [shape[0], shape[1]];
  const { centered, mean } = centerRows({ data: data as Float32Array, shape: [n, d] });
  const { values, vectors } = symmetricEigen(transposeMultiply(centered, centered));
  const average = values.reduce((sum, value) => sum + value, 0) / d;
  check(average > 0, () => "halfWhiten: all feature vectors are equal, so there is nothing to whiten.");
  const matrix = new Float32Array(d * d);
  for (let c = 0; c < d; c++) {
    const from = d - 1 - c;
    const factor = (Math.max(values[from], leastShare * average) / n) ** -0.25;
    for (let i = 0; i < d; i++) matrix[i * d + c] = factor * vectors.data[from * d + i];
  }
  return preprocessingFrom("half-whitening", {
    mean: { data: Float32Array.from(mean), shape: [d] },
    matrix: { data: matrix, shape: [d, d] },
  });
}
