import * as tf from "@tensorflow/tfjs-core";
import { between, positive, readOptions } from "../core/options";
import { anchorsOf, batchPairs, masksOf } from "./batchPairs";
import { callableLoss, type CallableLoss } from "./callableLoss";
import { asConstant, cosines, logSumExp, nothing } from "./rows";

export interface CircleLossOptions {
  /** m. Default 0.4. */
  margin?: number;
  /** γ. Default 80. */
  scale?: number;
}

const circleSchema = { margin: between(0, 1, { default: 0.4 }), scale: positive({ default: 80 }) };

/**
 * Circle loss (Sun, Cheng, Zhang, Zhang, Zheng, Wang, Wei 2020) on pairs: the mean over the anchors with positives and negatives of
 * log(1 + Σₙ exp(γ αₙ (sₐₙ − m)) · Σₚ exp(−γ αₚ (sₐₚ − 1 + m))), with s the cosines of the zL. The weights αₙ = max(0, sₐₙ + m) and
 * αₚ = max(0, 1 + m − sₐₚ) are constants for the gradient. Defaults: the paper's for fine-grained retrieval.
 *
 * @example
 * circleLoss({ scale: 10 })([[1, 0], [1, 0], [0, 1]], [0, 0, 1]).dataSync()[0]; // → 0.039953
 */
export function circleLoss(options: CircleLossOptions = {}): CallableLoss {
  const settings = readOptions("circleLoss", options, circleSchema);
  const { margin: m, scale } = settings;
  return callableLoss("circleLoss", settings, (batch, alone) => {
    const pairs = batchPairs(batch, alone !== undefined);
    const anchors = anchorsOf(pairs, true);
    if (anchors === 0) return nothing(batch.projected);
    const masks = masksOf(pairs);
    const s = cosines(batch.projected);
    const ofPositive = asConstant(s, (x) => tf.relu(tf.sub(1 + m, x)));
    const ofNegative = asConstant(s, (x) => tf.relu(tf.add(x, m)));
    const near = logSumExp(tf.mul(tf.mul(ofPositive, tf.sub(s, 1 - m)), -scale), masks.of);
    const far = logSumExp(tf.mul(tf.mul(ofNegative, tf.sub(s, m)), scale), masks.against);
    return tf.div(tf.sum(tf.softplus(tf.add(near, far))), anchors);
  });
}
