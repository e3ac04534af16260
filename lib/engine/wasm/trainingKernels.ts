import * as tf from "@tensorflow/tfjs-core";
import { convolutionFilterGradient, convolutionInputGradient } from "./convolutionGradients";
import { maxPoolGradient } from "./maxPoolGradient";
import { dispose, floats, multiply, replaceKernel, runOwnKernel, type KernelCall } from "./wasmBackend";

/**
 * Makes the WebAssembly backend able to train, and fast. It lacks the gradients of a convolution's filter and of gather. It is
 * slow at the gradients of a convolution's input, of max pooling and of a bias, and at transposed products.
 * Call once, after the backend's package is loaded and before the backend starts.
 */
export function registerTrainingKernels(): void {
  replaceKernel("Conv2DBackpropFilter", convolutionFilterGradient);
  replaceKernel("Conv2DBackpropInput", convolutionInputGradient);
  replaceKernel("MaxPoolGrad", maxPoolGradient);
  replaceKernel("UnsortedSegmentSum", segmentSum);
  replaceKernel("BatchMatMul", matMul);
  replaceKernel("Sum", sum);
}

/**
 * C = AB with optionally transposed factors. The backend multiplies transposed factors one number at a time, ten times slower
 * than plain ones, so they are transposed in memory first.
 */
function matMul({
  inputs,
  backend,
  attrs,
}: KernelCall<{ transposeA: boolean; transposeB: boolean }>): tf.TensorInfo {
  const { a, b } = inputs as { a: tf.TensorInfo; b: tf.TensorInfo };
  const swapLastAxes = (x: tf.TensorInfo) => {
    const last = x.shape.length - 1;
    const perm = [...x.shape.keys()].slice(0, -2).concat(last, last - 1);
    return runOwnKernel("Transpose", backend, { x }, { perm });
  };
  const plainA = attrs.transposeA ? swapLastAxes(a) : a;
  const plainB = attrs.transposeB ? swapLastAxes(b) : b;
  const product = multiply(backend, plainA, plainB);
  if (plainA !== a) dispose(backend, plainA);
  if (plainB !== b) dispose(backend, plainB);
  return product;
}

/** y[s] = Σ x[i] over the i with segmentIds[i] = s: the gradient of gather. Negative ids are skipped, as in TensorFlow. */
function segmentSum({ inputs, backend, attrs }: KernelCall<{ numSegments: number }>): tf.TensorInfo {
  const { x, segmentIds } = inputs as { x: tf.TensorInfo; segmentIds: tf.TensorInfo };
  const idShape = segmentIds.shape;
  const rowShape = x.shape.slice(idShape.length);
  const rowSize = tf.util.sizeFromShape(rowShape);
  const result = backend.makeOutput([attrs.numSegments, ...rowShape], x.dtype);
  const sums = floats(backend, result);
  const values = floats(backend, x);
  const ids = backend.typedArrayFromHeap(segmentIds);
  sums.fill(0);
  for (let i = 0; i < ids.length; i++) {
    if (ids[i] < 0) continue;
    const to = ids[i] * rowSize;
    const from = i * rowSize;
    for (let j = 0; j < rowSize; j++) sums[to + j] += values[from + j];
  }
  return result;
}

/**
 * Sum over axes. For leading axes (the gradient of a bias) the rows are added directly; the backend would transpose the whole
 * tensor first.
 */
function sum({
  inputs,
  backend,
  attrs,
}: KernelCall<{ axis: number | number[]; keepDims: boolean }>): tf.TensorInfo {
  const { x } = inputs as { x: tf.TensorInfo };
  const axes = tf.util.parseAxisParam(attrs.axis, x.shape).sort((a, b) => a - b);
  const leading = axes.length < x.shape.length && axes.every((axis, position) => axis === position);
  if (!leading || x.dtype !== "float32") return runOwnKernel("Sum", backend, inputs, { ...attrs });

  const rest = x.shape.slice(axes.length);
  const kept = attrs.keepDims ? [...axes.map(() => 1), ...rest] : rest;
  const result = backend.makeOutput(kept, "float32");
  const [values, totals] = [floats(backend, x), floats(backend, result)];
  const width = totals.length;
  // Sums in float64, because a bias gradient adds hundreds of thousands of small numbers.
  const exact = new Float64Array(width);
  for (let at = 0; at < values.length; at += width) {
    for (let j = 0; j < width; j++) exact[j] += values[at + j];
  }
  totals.set(exact);
  return result;
}
