import * as tf from "@tensorflow/tfjs-core";

/** Embeddings that are spread less than this have collapsed to one point. */
export const collapse = 1e-6;

/** The mean of ‖z − mean of z‖² over embeddings [n, d], which is 1 − ‖mean of z‖² on the sphere. */
export async function spreadOf(z: tf.Tensor2D): Promise<number> {
  const spread = tf.tidy(() => tf.mean(tf.sum(tf.square(tf.sub(z, tf.mean(z, 0, true))), 1)));
  const [value] = await spread.data();
  spread.dispose();
  return value;
}
