import * as tf from "@tensorflow/tfjs-core";
import { check, plural } from "../core";
import type { Random } from "../core/values";
import type { LossBatch, LossShape } from "./loss";

/** More numbers than these are a mistake in the labels. */
const mostLearned = 1e7;

/** One learned vector of length about 1 for each class, [C, l]. */
export function vectorPerClass(name: string, { classes, dimension }: LossShape, random: Random): tf.Tensor2D {
  check(
    classes > 0,
    () =>
      `${name} needs examples with labels, or a miner that makes classes: it learns a vector for each class.`,
  );
  check(
    classes * dimension <= mostLearned,
    () =>
      `${name}: labels must be numbered from 0 without large gaps, because a vector of ${plural(dimension, "number")} is learned for each class; the largest is ${classes - 1}. Number the classes anew, or pass their names.`,
  );
  const spread = 1 / Math.sqrt(dimension);
  return tf.tensor2d(
    Float32Array.from({ length: classes * dimension }, () => spread * random.normal()),
    [classes, dimension],
  );
}

/** For each example of a batch a row with a 1 at its class, [b, C]; zeros where the class is unknown. And the number of known ones. */
export function classIndicators({ labels, classCount }: Pick<LossBatch, "labels" | "classCount">): {
  indicators: tf.Tensor2D;
  known: number;
} {
  const indicators = new Float32Array(labels.length * classCount);
  let known = 0;
  labels.forEach((label, i) => {
    if (label < 0) return;
    indicators[i * classCount + label] = 1;
    known++;
  });
  return { indicators: tf.tensor2d(indicators, [labels.length, classCount]), known };
}

/** The mean over the examples of known class of −log softmax(logits)_class. */
export function crossEntropy(
  logits: tf.Tensor2D,
  batch: Pick<LossBatch, "labels" | "classCount">,
): tf.Scalar {
  const { indicators, known } = classIndicators(batch);
  return tf.div(tf.neg(tf.sum(tf.mul(indicators, tf.logSoftmax(logits)))), Math.max(1, known));
}
