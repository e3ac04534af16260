import * as tf from "@tensorflow/tfjs-core";
import type { Layer } from "./layer";

/** The largest value of every window of `size` × `size` pixels, `stride` apart. */
export function maxPool(size: number, stride: number, padding: "valid" | "same" = "valid"): Layer {
  const geometry = { filterSize: size, strides: stride, pad: padding };
  return {
    parameters: {},
    forward: (x) => tf.maxPool(x, size, stride, padding),
    pullback: (x, y, dy) => ({
      input: () =>
        tf
          .engine()
          .runKernel(tf.MaxPoolGrad, { dy, input: x, output: y }, geometry) as unknown as tf.Tensor4D,
      parameters: {},
    }),
  };
}

/**
 * The mean of every window of `size` × `size` pixels, `stride` apart, of which those at the lower and right edge may reach
 * over it: there the mean is over the pixels that exist. It is the plain mean of the image with zeros around, times
 * size² / (pixels that exist): the engines' own gradients of padded means do not agree with each other.
 */
export function averagePool(size: number, stride: number): Layer {
  const outputs = (length: number) => Math.ceil(length / stride);
  const beyond = (length: number) => Math.max(0, (outputs(length) - 1) * stride + size - length);
  const zeros = (x: tf.Tensor4D): [number, number][] => [
    [0, 0],
    [0, beyond(x.shape[1])],
    [0, beyond(x.shape[2])],
    [0, 0],
  ];
  const scale = (x: tf.Tensor4D) => {
    const existing = (length: number) =>
      Array.from({ length: outputs(length) }, (_, i) => Math.min(size, length - i * stride));
    const columns = existing(x.shape[2]);
    const factors = existing(x.shape[1]).map((row) => columns.map((column) => [size ** 2 / (row * column)]));
    return tf.tensor4d([factors]);
  };
  const geometry = { filterSize: size, strides: stride, pad: "valid" };
  return {
    parameters: {},
    forward: (x) => tf.mul(tf.avgPool(tf.pad(x, zeros(x)), size, stride, "valid"), scale(x)),
    pullback: (x, _y, dy) => ({
      input() {
        const padded = tf.pad(x, zeros(x));
        const inputs = { dy: tf.mul(dy, scale(x)), input: padded };
        const whole = tf.engine().runKernel(tf.AvgPoolGrad, inputs, geometry) as unknown as tf.Tensor4D;
        return tf.slice(whole, [0, 0, 0, 0], x.shape);
      },
      parameters: {},
    }),
  };
}
