import * as tf from "@tensorflow/tfjs-core";
import type { Random } from "../common/random";

/** A parameter with entries 0.01 · N(0, 1), MatConvNet's initialisation. */
export function gaussianParameter(noise: Random, shape: number[]): tf.Variable {
  const values = Float32Array.from({ length: tf.util.sizeFromShape(shape) }, () => 0.01 * noise.normal());
  return tf.tidy(() => tf.variable(tf.tensor(values, shape)));
}

export function zeroParameter(shape: number[]): tf.Variable {
  return tf.tidy(() => tf.variable(tf.zeros(shape)));
}

/** x ∗ W + b without padding. A filter as large as the image sees it once: then it is a matrix product, which is faster. */
export function convolution(x: tf.Tensor4D, filter: tf.Tensor, bias: tf.Tensor): tf.Tensor4D {
  const [height, width, channels, outputs] = filter.shape;
  if (x.shape[1] !== height || x.shape[2] !== width) {
    return tf.add(tf.conv2d(x, filter as tf.Tensor4D, 1, "valid"), bias);
  }
  const size = height * width * channels;
  const product = tf.matMul(tf.reshape(x, [-1, size]), tf.reshape(filter, [size, outputs]));
  return tf.reshape(tf.add(product, bias), [-1, 1, 1, outputs]);
}

/** Rows scaled to length one: z / ‖z‖. */
export function l2Normalize(z: tf.Tensor2D): tf.Tensor2D {
  const length = tf.sqrt(tf.maximum(tf.sum(tf.square(z), 1, true), 1e-24));
  return tf.div(z, length);
}
