import type { Matrix } from "../../lib/core/values/matrix";
import { random } from "../../lib/core/values/random";
import { loadDataset } from "../../lib/datasets";
import { knnGraph } from "../../lib/graph";

/** MNIST's first n training images, a row each, and what they show. */
export async function digits(n: number): Promise<{ pixels: Matrix<Float32Array>; labels: Int32Array }> {
  const { train } = await loadDataset("mnist");
  const pixels = Float32Array.from(train.images.data.subarray(0, n * 784), (value) => value / 255);
  return { pixels: { data: pixels, shape: [n, 784] }, labels: Int32Array.from(train.labels.subarray(0, n)) };
}

/** The fraction of points whose nearest neighbors mostly share their label. */
export function knnAccuracy(x: Matrix, labels: Int32Array, k = 10): number {
  const { n, neighbors } = knnGraph(x, { k });
  let right = 0;
  for (let i = 0; i < n; i++) {
    const votes = new Int32Array(10);
    for (let s = 0; s < k; s++) votes[labels[neighbors[i * k + s]]]++;
    if (votes.indexOf(Math.max(...votes)) === labels[i]) right++;
  }
  return right / n;
}

/** Normal clouds about the corners of a simplex in d dimensions, `apart` from each other; point i is of cluster i mod clusters. */
export function clouds(n: number, d: number, clusters: number, apart: number, seed = 1): number[][] {
  const noise = random(seed);
  return Array.from({ length: n }, (_, i) =>
    Array.from({ length: d }, (_, c) => noise.normal() + (c === i % clusters ? apart / Math.SQRT2 : 0)),
  );
}

/** The smallest distance between clusters' centres over the largest from a point to its own: 2 and more is well apart. */
export function separation(layout: Matrix, clusters: number): number {
  const [n, dimensions] = layout.shape;
  const centers = Array.from({ length: clusters }, () => new Float64Array(dimensions));
  const counts = new Int32Array(clusters);
  const point = (i: number) => layout.data.subarray(i * dimensions, (i + 1) * dimensions);
  const distance = (a: ArrayLike<number>, b: ArrayLike<number>) =>
    Math.hypot(...Array.from({ length: dimensions }, (_, axis) => a[axis] - b[axis]));
  for (let i = 0; i < n; i++) {
    counts[i % clusters]++;
    for (let axis = 0; axis < dimensions; axis++) centers[i % clusters][axis] += point(i)[axis];
  }
  centers.forEach((center, c) => {
    for (let axis = 0; axis < dimensions; axis++) center[axis] /= counts[c];
  });
  let radius = 0;
  for (let i = 0; i < n; i++) radius = Math.max(radius, distance(point(i), centers[i % clusters]));
  let between = Infinity;
  for (let a = 0; a < clusters; a++) {
    for (let b = 0; b < a; b++) between = Math.min(between, distance(centers[a], centers[b]));
  }
  return between / radius;
}
