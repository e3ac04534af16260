import * as tf from "@tensorflow/tfjs-core";
import type { Random } from "../core/values";
import { crossEntropy } from "./classWeights";
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
      const scaled = tf.mul(tf.matMul(batch.projected, weights as tf.Tensor2D), scale);
      const logits: tf.Tensor2D = tf.add(scaled, offsets);
      return crossEntropy(logits, { labels: targets(batch), classCount: weights.shape[1]! });
    });
  return Object.assign(loss, {
    learned: (shape: LossShape, random: Random) => {
      const [l, C] = [shape.dimension, classes(shape)];
      const weights = Float32Array.from({ length: l * C }, () => random.normal() / Math.sqrt(l));
      return { weights: tf.tensor2d(weights, [l, C]), offsets: tf.zeros([C]) };
    },
  });
}
