import * as tf from "@tensorflow/tfjs-core";
import type { Matrix } from "../common/matrix";
import { largestOfRows } from "./largestOfRows";
import { nearestOfRow, type NearestRows } from "./nearestOfRow";

/** How many rows of the n x n products are held at a time. */
const blockBytes = 32e6;

/**
 * Exact neighbours with the heavy work on the engine: ‖x − y‖² = ‖x‖² − 2(xᵀy − ‖y‖²/2), so the scores s = xᵀy − ‖y‖²/2 of a block of rows
 * against all points are one matrix product in float32. Each row's best scores name candidates, a few more than k, whose distances
 * are then computed exactly. A point outside the candidates could be nearer only within the rounding of the scores; where that cannot
 * be ruled out (ties among duplicates) the row is done again over all points.
 */
export function nearestByEngine(points: Matrix<Float64Array>, k: number, rows: NearestRows): void {
  const [n, d] = points.shape;
  const { left, right, half } = factors(points);
  const longestSquared = 2 * half.reduce((max, value) => Math.max(max, value), 0);
  // |fl(xᵀy) − xᵀy| ≤ d·u·‖x‖‖y‖ with u = 2⁻²⁴; the centring, the norm and the subtraction add a few u more.
  const rounding = (d + 8) * 2 ** -24 * longestSquared;
  const wanted = Math.min(n, k + 1 + 7);
  const block = Math.max(1, Math.floor(blockBytes / (4 * n)));

  const queries = tf.tensor2d(left, [n, d + 1]);
  const all = tf.tensor2d(right, [d + 1, n]);
  for (let first = 0; first < n; first += block) {
    const count = Math.min(block, n - first);
    const scores = tf.tidy<tf.Tensor2D>(() => tf.matMul(tf.slice(queries, [first, 0], [count, d + 1]), all));
    const best = largestOfRows(scores, wanted);
    scores.dispose();
    for (let row = 0; row < count; row++) {
      const i = first + row;
      const candidates = best.indices.subarray(row * wanted, (row + 1) * wanted);
      const farthest = nearestOfRow(points, i, k, rows, candidates);
      // The k-th neighbour's exact score; a point outside the candidates scores at most the smallest, up to rounding.
      const score = half[i] - farthest / 2;
      if (wanted < n && score <= best.smallest[row] + 2 * rounding) nearestOfRow(points, i, k, rows);
    }
  }
  tf.dispose([queries, all]);
}

/**
 * The scores as one product: rows [x, 1] times columns [y; −‖y‖²/2], and ‖x‖²/2 of each point. The points are centred first: distances do
 * not change when all move alike, and around the origin the products round least.
 */
function factors({ data, shape: [n, d] }: Matrix<Float64Array>) {
  const center = new Float64Array(d);
  for (let i = 0, at = 0; i < n; i++) for (let j = 0; j < d; j++, at++) center[j] += data[at] / n;
  const left = new Float32Array(n * (d + 1));
  const right = new Float32Array((d + 1) * n);
  const half = new Float64Array(n);
  for (let i = 0, at = 0; i < n; i++) {
    for (let j = 0; j < d; j++, at++) {
      const value = data[at] - center[j];
      left[i * (d + 1) + j] = right[j * n + i] = value;
      half[i] += (value * value) / 2;
    }
    left[i * (d + 1) + d] = 1;
    right[d * n + i] = -half[i];
  }
  return { left, right, half };
}
