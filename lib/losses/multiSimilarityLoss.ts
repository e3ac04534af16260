import * as tf from "@tensorflow/tfjs-core";
import { finiteNumber, optional, positive, readOptions } from "../core/options";
import { batchPairs, masksOf } from "./batchPairs";
import { callableLoss, type CallableLoss } from "./callableLoss";
import { asConstant, cosines, logSumExp } from "./rows";

export interface MultiSimilarityLossOptions {
  /** α, the weight of hard positives. Default 2. */
  alpha?: number;
  /** β, the weight of hard negatives. Default 50. */
  beta?: number;
  /** λ, the cosine that pairs are compared with. Default 0.5. */
  base?: number;
  /** ε of the paper's pair mining, 0.1 there: only positives below the nearest negative plus ε count, and the reverse. Default: all pairs count. */
  epsilon?: number | undefined;
}

const multiSimilaritySchema = {
  alpha: positive({ default: 2 }),
  beta: positive({ default: 50 }),
  base: finiteNumber({ min: -1, max: 1, default: 0.5 }),
  epsilon: optional(finiteNumber({ min: 0 })),
};

/**
 * The multi-similarity loss (Wang, Han, Huang, Dong, Scott 2019): the mean over the examples of log(1 + Σₚ exp(−α(sₐₚ − λ)))/α +
 * log(1 + Σₙ exp(β(sₐₙ − λ)))/β, with s the cosines of the zL. With `epsilon`, the pairs of each batch are mined first, by its embeddings as they
 * are: sₐₚ < maxₙ sₐₙ + ε and sₐₙ > minₚ sₐₚ − ε.
 *
 * @example
 * multiSimilarityLoss()([[1, 0], [1, 0], [0, 1]], [0, 0, 1]).dataSync()[0]; // → 0.104421
 */
export function multiSimilarityLoss(options: MultiSimilarityLossOptions = {}): CallableLoss {
  const settings = readOptions("multiSimilarityLoss", options, multiSimilaritySchema);
  const { alpha, beta, base, epsilon } = settings;
  return callableLoss("multiSimilarityLoss", settings, (batch, alone) => {
    const masks = masksOf(batchPairs(batch, alone !== undefined));
    const s = cosines(batch.projected);
    const { of, against } = epsilon === undefined ? masks : hardPairs(s, masks, epsilon);
    const difference = tf.sub(s, base);
    const near = tf.softplus(logSumExp(tf.mul(difference, -alpha), of));
    const far = tf.softplus(logSumExp(tf.mul(difference, beta), against));
    return tf.mean(tf.add(tf.div(near, alpha), tf.div(far, beta)));
  });
}

/** The positives that are less alike than the nearest negative plus ε, and the reverse. */
function hardPairs(
  s: tf.Tensor,
  { of, against }: { of: tf.Tensor; against: tf.Tensor },
  epsilon: number,
): { of: tf.Tensor; against: tf.Tensor } {
  const largest = (values: tf.Tensor, mask: tf.Tensor) =>
    tf.max(tf.add(values, tf.mul(tf.sub(mask, 1), 4)), 1, true);
  return {
    of: asConstant(s, (x) => tf.mul(of, tf.step(tf.sub(tf.add(largest(x, against), epsilon), x)))),
    against: asConstant(s, (x) =>
      tf.mul(against, tf.step(tf.add(tf.add(x, epsilon), largest(tf.neg(x), of)))),
    ),
  };
}
