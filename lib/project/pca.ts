import { about, readOptions, wholeNumber } from "../core/options";
import { check, plural, printsAs } from "../core";
import { centerRows, readPoints, type Matrix, type MatrixLike } from "../core/values";
import { multiplyTranspose, symmetricEigen, transposeMultiply } from "../algebra";
import { layoutNeeds } from "./initialLayout";

export interface PcaOptions {
  /** Number of principal components, in [1, min(n, d)]. Default 2. */
  dimensions?: number;
}

export const pcaDefaults = Object.freeze({ dimensions: 2 });

export const pcaSchema = {
  dimensions: about(
    "number of principal components",
    wholeNumber({ min: 1, max: "min(n, d)", default: pcaDefaults.dimensions }),
  ),
};

export interface Pca {
  /** The rows of x in the coordinates of the components, [n, dimensions]. */
  readonly points: Matrix<Float64Array>;
  /** The principal directions, orthonormal rows, [dimensions, d]; the largest entry of each is positive. */
  readonly components: Matrix<Float64Array>;
  /** The mean of the rows of x, [d]. */
  readonly mean: Float64Array;
  /** The variance along each component, with n − 1 in the denominator, in descending order. */
  readonly explainedVariance: Float64Array;
  /** The same as fractions of the total variance. */
  readonly explainedVarianceRatio: Float64Array;
  /** A one-line summary. */
  toString(): string;
}

/**
 * Principal components of the rows of x, [n, d]: the leading eigenvectors of C = (X − μ)ᵀ(X − μ)/(n − 1) (Pearson 1901,
 * Hotelling 1933), in float64. Time O(n d² + d³).
 *
 * @example
 * const { points, explainedVarianceRatio } = pca(x, { dimensions: 1 });
 * explainedVarianceRatio; // → [0.974]
 */
export function pca(x: MatrixLike, options: PcaOptions = {}): Pca {
  const { dimensions } = readOptions("pca", options, pcaSchema);
  const points = readPoints(x, "pca: x", layoutNeeds);
  const [n, d] = points.shape;
  check(
    dimensions <= Math.min(n, d),
    () =>
      `pca: dimensions must be in [1, min(n, d)], got ${dimensions} with n=${plural(n, "point")} of d=${d}. Lower dimensions or add points.`,
  );

  const { centered, mean } = centerRows(points);
  const scatter = transposeMultiply(centered, centered);
  const { values, vectors } = symmetricEigen(scatter);

  const components: Matrix<Float64Array> = { data: new Float64Array(dimensions * d), shape: [dimensions, d] };
  const explainedVariance = new Float64Array(dimensions);
  for (let c = 0; c < dimensions; c++) {
    const from = d - 1 - c;
    components.data.set(withLargestPositive(vectors.data.subarray(from * d, (from + 1) * d)), c * d);
    explainedVariance[c] = Math.max(0, values[from]) / (n - 1);
  }
  let total = 0;
  for (let c = 0; c < d; c++) total += scatter.data[c * d + c] / (n - 1);
  const explainedVarianceRatio = explainedVariance.map((variance) => variance / total);
  const percent = explainedVarianceRatio.reduce((sum, ratio) => sum + 100 * ratio, 0).toFixed(1);
  return printsAs(
    `PCA: ${plural(n, "point")}, ${dimensions} of ${plural(d, "dimension")}, ${percent} % of the variance`,
    {
      points: multiplyTranspose(centered, components),
      components,
      mean,
      explainedVariance,
      explainedVarianceRatio,
    },
  );
}

/** The eigenvector or its negative, whichever makes its largest entry positive (ties: the first). */
function withLargestPositive(vector: Float64Array): Float64Array {
  const largest = vector.reduce((best, value) => (Math.abs(value) > Math.abs(best) ? value : best), 0);
  return largest < 0 ? vector.map((value) => -value) : vector;
}
