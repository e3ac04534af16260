import * as tf from "@tensorflow/tfjs-core";
import { positive, readOptions } from "../core/options";
import { anchorsOf, batchPairs, masksOf, sumOf } from "./batchPairs";
import { callableLoss, type CallableLoss } from "./callableLoss";
import { cosines, logSumExp, nothing } from "./rows";

export interface SupConLossOptions {
  /** τ. Default 0.1. */
  temperature?: number;
}

const supConSchema = { temperature: positive({ default: 0.1 }) };

/**
 * The supervised contrastive loss (Khosla et al. 2020, L_out): the mean over the anchors that have positives of the mean over these of
 * −log(exp(sₐₚ/τ) / Σⱼ exp(sₐⱼ/τ)), where j runs over all positives and negatives of a in the batch, and s are the cosines of the zL. 0 where the
 * batch has no positive or no negative pair.
 *
 * @example
 * supConLoss({ temperature: 1 })([[1, 0], [1, 0], [0, 1]], [0, 0, 1]).dataSync()[0]; // → 0.313262
 */
export function supConLoss(options: SupConLossOptions = {}): CallableLoss {
  const settings = readOptions("supConLoss", options, supConSchema);
  return callableLoss("supConLoss", settings, (batch, alone) => {
    const pairs = batchPairs(batch, alone !== undefined);
    if (sumOf(pairs.positives) === 0 || sumOf(pairs.negatives) === 0) return nothing(batch.projected);
    const { of, against } = masksOf(pairs);
    const s = tf.div(cosines(batch.projected), settings.temperature);
    const costs = tf.mul(tf.sub(logSumExp(s, tf.add(of, against)), s), of);
    const means = tf.div(tf.sum(costs, 1), tf.maximum(tf.sum(of, 1), 1));
    return tf.div(tf.sum(means), anchorsOf(pairs, false));
  });
}
