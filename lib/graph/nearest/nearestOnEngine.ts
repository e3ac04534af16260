import * as tf from "@tensorflow/tfjs-core";
import type { NearestList } from "./nearestList";
import { scanAll } from "./nearestPlain";
import { squaredDistance } from "./squaredDistance";

/** Candidates beyond the k wanted, so that float32 may err a little in their order. */
const spare = 6;
/** Columns whose largest value stands for all of them in the first round of the selection. */
const group = 64;
/** Values of one block of the n x n products that are held at once: 16 MB, more only if n is very large. */
const blockSize = 2 ** 22;
/** Rounding of float32, and of the coarsest "float32" product that graphics processors use. */
const unit = { float32: 2 ** -24, coarse: 2 ** -10 };

/**
 * Calls `found` with the k nearest points of every point, with the current engine: x·y − ½‖y‖² for blocks of rows by
 * matMul, the largest of each row by topk. These candidates are ranked by their exact distances. Where rounding could
 * hide a nearer point behind the last candidate – many equal distances, say – the row is searched in full.
 */
export function nearestOnEngine(
  data: Float64Array,
  [n, d]: [number, number],
  k: number,
  list: NearestList,
  found: (i: number) => void,
): void {
  const { left, right, squares, columns } = centered(data, n, d);
  const reach = Math.sqrt(squares.reduce((a, b) => Math.max(a, b), 0));
  const wanted = Math.min(n, k + 1 + spare);
  const height = Math.min(n, Math.max(64, Math.floor(blockSize / columns)));
  const y = tf.tensor2d(right, [d + 1, columns]);
  try {
    for (let from = 0; from < n; from += height) {
      const rows = Math.min(height, n - from);
      const x = left.subarray(from * (d + 1), (from + rows) * (d + 1));
      const candidates = largest(x, y, rows, wanted);
      let rounding = unit.float32;
      for (let i = from, at = 0; i < from + rows; i++, at += wanted) {
        list.clear();
        const margin = (d + 8) * (Math.sqrt(squares[i]) + reach) ** 2;
        for (let c = at; c < at + wanted; c++) {
          const j = candidates.points[c];
          const square = squaredDistance(data, d, i, j, Infinity);
          if (Math.abs(squares[i] - 2 * candidates.values[c] - square) > margin * unit.float32)
            rounding = unit.coarse;
          if (j !== i) list.add(j, square);
        }
        const beyond = squares[i] - 2 * candidates.values[at + wanted - 1];
        if (wanted < n && !(list.reach < beyond - margin * rounding)) scanAll(data, n, d, i, list);
        found(i);
      }
    }
  } finally {
    y.dispose();
  }
}

/** Points minus their mean as float32: rows [x | 1] and columns [y; −½‖y‖²], padded to whole groups, and ‖x‖². */
function centered(data: Float64Array, n: number, d: number) {
  const mean = new Float64Array(d);
  for (let at = 0; at < data.length;) for (let c = 0; c < d; c++, at++) mean[c] += data[at] / n;
  const columns = Math.ceil(n / group) * group;
  const left = new Float32Array(n * (d + 1));
  const right = new Float32Array((d + 1) * columns).fill(-1e30, d * columns);
  const squares = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    for (let c = 0; c < d; c++) {
      const value = data[i * d + c] - mean[c];
      left[i * (d + 1) + c] = value;
      right[c * columns + i] = value;
      squares[i] += value * value;
    }
    left[i * (d + 1) + d] = 1;
    right[d * columns + i] = -squares[i] / 2;
  }
  return { left, right, squares, columns };
}

/** The `wanted` largest entries of each row of xy, in descending order, and where they are. */
function largest(
  x: Float32Array,
  y: tf.Tensor2D,
  rows: number,
  wanted: number,
): { points: Int32Array; values: Float32Array } {
  const [depth, columns] = y.shape;
  const groups = columns / group;
  const [values, places, chosen] = tf.tidy(() => {
    const products = tf.matMul(tf.tensor2d(x, [rows, depth]), y);
    if (groups <= 2 * wanted) {
      const top = tf.topk(products, wanted);
      return [top.values, top.indices];
    }
    const maxima = tf.max(tf.reshape(products, [rows, groups, group]), 2);
    const best = tf.topk(maxima, wanted).indices;
    const firstGroup = tf.mul(tf.range(0, rows, 1, "int32"), tf.scalar(groups, "int32"));
    const picked = tf.reshape(tf.add(best, tf.reshape(firstGroup, [rows, 1])), [rows * wanted]);
    const remaining = tf.gather(tf.reshape(products, [rows * groups, group]), picked);
    const top = tf.topk(tf.reshape(remaining, [rows, wanted * group]), wanted);
    return [top.values, top.indices, best];
  });
  const points = Int32Array.from(places.dataSync());
  if (chosen) {
    const best = chosen.dataSync();
    for (let at = 0; at < points.length; at++) {
      const row = at - (at % wanted);
      points[at] = best[row + Math.floor(points[at] / group)] * group + (points[at] % group);
    }
    chosen.dispose();
  }
  const result = { points, values: Float32Array.from(values.dataSync()) };
  tf.dispose([values, places]);
  return result;
}
