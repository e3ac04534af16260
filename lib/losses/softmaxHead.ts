import * as tf from "@tensorflow/tfjs-core";
import type { Random } from "../core/values";
import type { Loss, LossBatch, LossShape } from "./loss";

/** s of softmax(s·zLH + b): rows of length one alone leave a softmax unsure for long. */
export const headScale = 8;

/**
 * The mean cross-entropy of softmax(s·zLH + b), with a head H, [l, C], and offsets b, [C], that are learned with the network. `targets` are the classes
 * of the examples; those with −1 do not count.
 */
export function softmaxHead(
  scale: number,
  classes: (shape: LossShape) => number,
  targets: (batch: LossBatch) => Int32Array,
): Loss {
  const loss = (batch: LossBatch) =>
    tf.tidy(() => {
      const { weights, offsets } = batch.learned;
      const wanted = targets(batch);
      const counted = wanted.reduce((count, target) => count + (target >= 0 ? 1 : 0), 0);
      const logits = tf.add(tf.mul(tf.matMul(batch.projected, weights as tf.Tensor2D), scale), offsets);
      const truth = tf.oneHot(tf.tensor1d(wanted, "int32"), weights.shape[1]!);
      const total = tf.sum(tf.mul(truth, tf.logSoftmax(logits)));
      return tf.div<tf.Scalar>(tf.neg(total), Math.max(1, counted));
    });
  return Object.assign(loss, {
    learned: (shape: LossShape, random: Random) => {
      const [l, C] = [shape.dimension, classes(shape)];
      const weights = Float32Array.from({ length: l * C }, () => random.normal() / Math.sqrt(l));
      return { weights: tf.tensor2d(weights, [l, C]), offsets: tf.zeros([C]) };
    },
  });
}
