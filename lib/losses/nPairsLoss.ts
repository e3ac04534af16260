import * as tf from "@tensorflow/tfjs-core";
import { positive, readOptions } from "../core/options";
import { batchPairs, masksOf, sumOf } from "./batchPairs";
import { callableLoss, type CallableLoss } from "./callableLoss";
import { logSumExp, nothing } from "./rows";

export interface NPairsLossOptions {
  /** s: what inner products are multiplied by. Default 1, as in the paper; embeddings of length one need more. */
  scale?: number;
}

const nPairsSchema = { scale: positive({ default: 1 }) };

/**
 * The multi-class N-pair loss (Sohn 2016): the mean over all positive pairs (a, p) of log(1 + Σₙ exp(s(yₐ·yₙ − yₐ·yₚ))), where n runs over all
 * negatives of a in the batch, and y are the rows of zL, not scaled to length one. The paper takes one pair of each class, with the positives of
 * the other pairs as negatives, and adds the squared lengths of embeddings, which are 1 for our networks.
 *
 * @example
 * nPairsLoss()([[1, 0], [1, 0], [0, 1]], [0, 0, 1]).dataSync()[0]; // → 0.313262
 */
export function nPairsLoss(options: NPairsLossOptions = {}): CallableLoss {
  const settings = readOptions("nPairsLoss", options, nPairsSchema);
  return callableLoss("nPairsLoss", settings, (batch, alone) => {
    const { projected: y } = batch;
    const pairs = batchPairs(batch, alone !== undefined);
    const total = sumOf(pairs.positives);
    if (total === 0) return nothing(y);
    const masks = masksOf(pairs);
    const s = tf.mul(tf.matMul(y, y, false, true), settings.scale);
    const costs = tf.softplus(tf.sub(logSumExp(s, masks.against), s));
    return tf.div(tf.sum(tf.mul(costs, masks.of)), total);
  });
}
