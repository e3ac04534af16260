import * as tf from "@tensorflow/tfjs-core";
import { engineCapabilities } from "../core/engine";

/**
 * Element-wise operations on small tensors, in JavaScript instead of on the engine. An engine on the processor takes 20 to 50 µs for
 * any operation. Reading a 128 x 64 matrix, one pass over it and writing it back take 25 µs.
 */

/** The engine handles matrices with more entries. */
const SMALL = 20_000;

export function isSmall(a: tf.Tensor2D): boolean {
  return a.size <= SMALL && engineCapabilities().sharesMemory;
}

const read = (a: tf.Tensor2D) => a.dataSync<"float32">();

/** αA + βB */
export function combineOnHost(alpha: number, a: tf.Tensor2D, beta: number, b: tf.Tensor2D): tf.Tensor2D {
  const x = read(a);
  const y = read(b);
  const data = new Float32Array(x.length);
  for (let n = 0; n < data.length; n++) data[n] = alpha * x[n] + beta * y[n];
  return tf.tensor2d(data, a.shape);
}

/** αA + βI */
export function shiftOnHost(alpha: number, a: tf.Tensor2D, beta: number): tf.Tensor2D {
  const x = read(a);
  const size = a.shape[0];
  const data = new Float32Array(x.length);
  for (let n = 0; n < data.length; n++) data[n] = alpha * x[n];
  for (let i = 0; i < size; i++) data[i * (size + 1)] += beta;
  return tf.tensor2d(data, a.shape);
}

/** ‖A − I‖ (Frobenius) */
export function distanceToIdentityOnHost(a: tf.Tensor2D): number {
  const x = read(a);
  const size = a.shape[0];
  let sum = dot(x, x, 0, x.length);
  for (let i = 0; i < size; i++) {
    const value = x[i * (size + 1)];
    sum += (value - 1) ** 2 - value * value;
  }
  return Math.sqrt(Math.max(0, sum));
}

/** diag(w)A */
export function scaleRowsOnHost(a: tf.Tensor2D, weights: Float64Array): tf.Tensor2D {
  const [rows, columns] = a.shape;
  const x = read(a);
  const data = new Float32Array(x.length);
  for (let i = 0; i < rows; i++) {
    const weight = weights[i];
    for (let n = i * columns; n < (i + 1) * columns; n++) data[n] = weight * x[n];
  }
  return tf.tensor2d(data, a.shape);
}

/** The inner products of the rows of A and B. */
export function rowProductsOnHost(a: tf.Tensor2D, b: tf.Tensor2D): Float64Array {
  const [rows, columns] = a.shape;
  const x = read(a);
  const y = a === b ? x : read(b);
  const products = new Float64Array(rows);
  for (let i = 0; i < rows; i++) products[i] = dot(x, y, i * columns, (i + 1) * columns);
  return products;
}

/** All inner products ⟨Aᵢ, Aⱼ⟩, row by row. */
export function gramOnHost(matrices: readonly tf.Tensor2D[]): Float64Array {
  const values = matrices.map(read);
  const k = values.length;
  const products = new Float64Array(k * k);
  for (let i = 0; i < k; i++)
    for (let j = 0; j <= i; j++)
      products[i * k + j] = products[j * k + i] = dot(values[i], values[j], 0, values[i].length);
  return products;
}

/** Σ aₙbₙ over start ≤ n < end, in four independent sums. */
function dot(a: Float32Array, b: Float32Array, start: number, end: number): number {
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  let n = start;
  for (; n + 3 < end; n += 4) {
    s0 += a[n] * b[n];
    s1 += a[n + 1] * b[n + 1];
    s2 += a[n + 2] * b[n + 2];
    s3 += a[n + 3] * b[n + 3];
  }
  for (; n < end; n++) s0 += a[n] * b[n];
  return s0 + s1 + (s2 + s3);
}
