import * as tf from "@tensorflow/tfjs-core";
import { floats, runOwnKernel, type KernelCall } from "./wasmBackend";

/**
 * Sum over axes. Where the axes are the leading ones (the gradient of a bias) the rows are added up as they lie; the backend
 * would transpose the whole tensor first.
 */
export function sum({
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
  // Float64 sums: a bias adds up hundreds of thousands of small numbers.
  const exact = new Float64Array(width);
  for (let at = 0; at < values.length; at += width) {
    for (let j = 0; j < width; j++) exact[j] += values[at + j];
  }
  totals.set(exact);
  return result;
}
