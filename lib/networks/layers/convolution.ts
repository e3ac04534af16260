import * as tf from "@tensorflow/tfjs-core";
import type { Random } from "../../core/values/random";
import { gaussianParameter, zeroParameter, type Layer } from "./layer";

export interface ConvolutionOptions {
  /** [height, width, channels in, channels out] of the filter. */
  filter: [number, number, number, number];
  /** "valid": no padding; "same": zeros around, so that y is as large as x. */
  padding?: "valid" | "same";
  /** The standard deviation of the initial weights; biases start at zero. */
  deviation?: number;
}

/**
 * y = x ∗ W + b. Its parameters are named filter`name` and bias`name`. A filter as large as the image sees it once: then
 * the convolution is a matrix product, and is computed as one.
 */
export function convolution(
  name: string,
  noise: Random,
  { filter: shape, padding = "valid", deviation = 0.01 }: ConvolutionOptions,
): Layer {
  const filter = gaussianParameter(noise, shape, deviation) as unknown as tf.Tensor4D & tf.Variable;
  const bias = zeroParameter([shape[3]]);
  const [height, width, channels, outputs] = shape;
  const size = height * width * channels;
  const seesAll = (x: tf.Tensor4D) => padding === "valid" && x.shape[1] === height && x.shape[2] === width;
  const rows = (x: tf.Tensor4D) => tf.reshape<tf.Rank.R2>(x, [-1, size]);
  const matrix = () => tf.reshape<tf.Rank.R2>(filter, [size, outputs]);
  const named = (dFilter: tf.Tensor, dBias: tf.Tensor) => ({
    [`filter${name}`]: dFilter,
    [`bias${name}`]: dBias,
  });
  return {
    parameters: { [`filter${name}`]: filter, [`bias${name}`]: bias },
    forward(x) {
      if (!seesAll(x)) return tf.add(tf.conv2d(x, filter, 1, padding), bias);
      return tf.reshape(tf.add(tf.matMul(rows(x), matrix()), bias), [-1, 1, 1, outputs]);
    },
    pullback(x, _y, dy) {
      if (seesAll(x)) {
        const errors = tf.reshape<tf.Rank.R2>(dy, [-1, outputs]);
        return {
          input: () => tf.reshape(tf.matMul(errors, matrix(), false, true), x.shape),
          parameters: named(tf.reshape(tf.matMul(rows(x), errors, true, false), shape), tf.sum(errors, 0)),
        };
      }
      const geometry = { strides: 1, pad: padding, dataFormat: "NHWC" };
      const run = (kernel: string, inputs: tf.NamedTensorMap, attributes: object) =>
        tf.engine().runKernel<tf.Tensor4D>(kernel, inputs, { ...geometry, ...attributes });
      return {
        input: () => run(tf.Conv2DBackpropInput, { dy, filter }, { inputShape: x.shape }),
        parameters: named(
          run(tf.Conv2DBackpropFilter, { x, dy }, { filterShape: shape }),
          tf.sum(dy, [0, 1, 2]),
        ),
      };
    },
  };
}
