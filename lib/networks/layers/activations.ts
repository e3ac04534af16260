import * as tf from "@tensorflow/tfjs-core";
import type { Layer } from "./layer";

/** y = max(0, x) */
export const relu: Layer = {
  parameters: {},
  forward: (x) => tf.relu(x),
  pullback: (_x, y, dy) => ({ input: () => tf.mul(dy, tf.step(y)), parameters: {} }),
};

/** Every pixel's channels scaled to length one: y = x / ‖x‖, ∂J/∂x = (∂J/∂y − y⟨y, ∂J/∂y⟩) / ‖x‖. */
export const l2Normalize: Layer = {
  parameters: {},
  forward: (x) => tf.div(x, lengths(x)),
  pullback: (x, y, dy) => ({
    input() {
      const along = tf.sum(tf.mul(y, dy), -1, true);
      return tf.div(tf.sub(dy, tf.mul(y, along)), lengths(x));
    },
    parameters: {},
  }),
};

function lengths(x: tf.Tensor4D): tf.Tensor {
  return tf.sqrt(tf.maximum(tf.sum(tf.square(x), -1, true), 1e-24));
}
