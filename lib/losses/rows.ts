import * as tf from "@tensorflow/tfjs-core";
import type { Distance } from "../mining";

/** The rows scaled to length one; a row of zeros stays, with a gradient of zero. */
export function unitLength(rows: tf.Tensor2D): tf.Tensor2D {
  const squares = tf.sum(tf.square(rows), 1, true);
  return tf.mul(rows, tf.rsqrt(tf.add(squares, 1e-12)));
}

/** Their cosines, [b, b]. */
export function cosines(rows: tf.Tensor2D): tf.Tensor2D {
  const unit = unitLength(rows);
  return tf.matMul(unit, unit, false, true);
}

/** The distances of all rows of x to all rows of y, [b, c]: ‖x − y‖², or ‖x − y‖, whose gradient is 0 where it is 0. */
export function distancesBetween(x: tf.Tensor2D, y: tf.Tensor2D, distance: Distance): tf.Tensor2D {
  const lengths = tf.add<tf.Tensor2D>(
    tf.sum(tf.square(x), 1, true),
    tf.transpose(tf.sum(tf.square(y), 1, true)),
  );
  const products = tf.matMul<tf.Tensor2D>(x, y, false, true);
  const squares = tf.relu(tf.sub<tf.Tensor2D>(lengths, tf.mul(products, 2)));
  if (distance === "squared") return squares;
  return roots(squares, tf.mul(lengths, rounding)) as tf.Tensor2D;
}

/** √x where x is above a limit, else 0 with a gradient of 0. */
const roots = (x: tf.Tensor, limit: tf.Tensor): tf.Tensor =>
  tf.customGrad((values, save) => {
    const isAbove = tf.step(tf.sub(values as tf.Tensor, limit));
    const root = tf.sqrt(tf.add(values as tf.Tensor, tf.sub(1, isAbove)));
    (save as tf.GradSaveFunc)([tf.div(tf.mul(isAbove, 0.5), root)]);
    return { value: tf.mul(root, isAbove), gradFunc: (dy, saved) => tf.mul(dy, saved[0]) };
  })(x);

/** Differences of squared lengths below this share of them are rounding errors of float32. */
const rounding = 5e-8;

/** 0, which depends on the rows with a gradient of 0: what a batch costs that nothing can be learned from. */
export const nothing = (rows: tf.Tensor): tf.Scalar => tf.mul(tf.sum(rows), 0);

/** log Σⱼ exp(xᵢⱼ) of each row over the entries whose mask is 1, [b, 1]; about −10⁹ where there is none. */
export function logSumExp(x: tf.Tensor, mask: tf.Tensor): tf.Tensor {
  const masked = tf.add(x, tf.mul(tf.sub(mask, 1), 1e9));
  const largest = largestOfRows(masked);
  return tf.add(tf.log(tf.sum(tf.exp(tf.sub(masked, largest)), 1, true)), largest);
}

/** What is computed from x, as a constant: its gradient by x is 0. */
export const asConstant = (x: tf.Tensor, compute: (x: tf.Tensor) => tf.Tensor): tf.Tensor =>
  tf.customGrad((given) => {
    const { shape } = given as tf.Tensor;
    return { value: compute(given as tf.Tensor), gradFunc: () => tf.zeros(shape) };
  })(x);

/** The largest entry of each row, [b, 1], as a constant: what it is subtracted from and added to again does not depend on it. */
export const largestOfRows = (x: tf.Tensor): tf.Tensor => asConstant(x, (given) => tf.max(given, 1, true));
