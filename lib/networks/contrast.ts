import * as tf from "@tensorflow/tfjs-core";

/** Images with less contrast than this are not enhanced as far as the others. */
export const leastContrast = 40;

/** Rows centred and scaled by s̄ / max(s, 40). */
export function normalizeContrast(rows: tf.Tensor2D, meanDeviation: number): tf.Tensor2D {
  const x = centerRows(rows);
  return tf.mul(x, tf.div(meanDeviation, tf.maximum(deviations(x), leastContrast)));
}

export function centerRows(rows: tf.Tensor2D): tf.Tensor2D {
  return tf.sub(rows, tf.mean(rows, 1, true));
}

/** The standard deviation of the entries of each centred row, [n, 1]. */
export function deviations(centered: tf.Tensor2D): tf.Tensor {
  return tf.sqrt(tf.div(tf.sum(tf.square(centered), 1, true), centered.shape[1] - 1));
}
