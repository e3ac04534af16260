import { centerRows, random, type Matrix } from "../core/values";
import { multiply, multiplyTranspose, symmetricEigen, thinQr, transposeMultiply } from "../algebra";
import { check } from "../core";

export interface LayoutOptions {
  dimensions: number;
  seed: number;
  /** The standard deviation of the first coordinate. */
  scale: number;
}

/** Requirements on points that are to be laid out, for `readPoints`. */
export const layoutNeeds = {
  rows: 2,
  differ: "so there is nothing to lay out. Check that the embeddings did not collapse.",
};

const MAX_COORDINATES = 2 ** 27;

/** Rejects layouts that do not fit into memory. `caller` is for error texts. */
export function checkLayoutSize(caller: string, n: number, dimensions: number): void {
  check(
    n * dimensions <= MAX_COORDINATES,
    () =>
      `${caller}: dimensions must be at most ${Math.floor(MAX_COORDINATES / n)} for ${n} points, got ${dimensions}.`,
  );
}

/** Jitter of the PCA start, relative to `scale`. It separates duplicates and gives every axis some extent. */
const jitter = 0.01;

/** Normal noise, [n, dimensions]. */
export function randomLayout(n: number, { dimensions, seed, scale }: LayoutOptions): Float64Array {
  const noise = random(seed);
  return Float64Array.from({ length: n * dimensions }, () => scale * noise.normal());
}

/** The first principal components of x, scaled to `scale`, with a little jitter, [n, dimensions]. */
export function pcaLayout(x: Matrix, options: LayoutOptions): Float64Array {
  const { dimensions, scale } = options;
  const layout = randomLayout(x.shape[0], { ...options, scale: jitter * scale });
  const { data, shape } = leadingCoordinates(x, dimensions);
  const [n, used] = shape;
  let square = 0;
  for (let i = 0; i < n; i++) square += data[i * used] ** 2;
  const factor = scale / Math.sqrt(square / n);
  for (let i = 0; i < n; i++) {
    for (let axis = 0; axis < used; axis++) layout[i * dimensions + axis] += factor * data[i * used + axis];
  }
  return layout;
}

/**
 * Approximately the points of `pca`, [n, min(dimensions, d)], in O(n d), so that images are fast too: subspace iteration with a few
 * extra directions (Halko, Martinsson & Tropp 2011, §4.5), from a fixed random start.
 */
function leadingCoordinates(x: Matrix, dimensions: number): Matrix<Float64Array> {
  const { centered } = centerRows(x);
  const d = x.shape[1];
  const tried = Math.min(d, dimensions + 8);
  const start = randomLayout(d, { dimensions: tried, seed: 1, scale: 1 });
  let basis: Matrix<Float64Array> = { data: start, shape: [d, tried] };
  for (let round = 0; round < 5; round++) {
    basis = thinQr(transposeMultiply(centered, multiply(centered, basis))).q;
  }
  const coordinates = multiply(centered, basis);
  const { vectors } = symmetricEigen(transposeMultiply(coordinates, coordinates));
  const kept = Math.min(d, dimensions);
  const leading = new Float64Array(kept * tried);
  for (let axis = 0; axis < kept; axis++) {
    const row = tried - 1 - axis;
    leading.set(vectors.data.subarray(row * tried, (row + 1) * tried), axis * tried);
  }
  return multiplyTranspose(coordinates, { data: leading, shape: [kept, tried] });
}
