import type * as tf from "@tensorflow/tfjs-core";
import { dispose, multiply, runOwnKernel, type KernelCall } from "./wasmBackend";

/**
 * C = AB with either factor transposed. The backend multiplies transposed factors one number at a time, ten times
 * slower than plain ones, so they are laid out plainly first.
 */
export function matMul({
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
