import * as tf from "@tensorflow/tfjs-core";
import { finiteNumber, positive, readOptions } from "../core/options";
import { callableLoss, type CallableLoss } from "./callableLoss";
import { classIndicators, vectorPerClass } from "./classWeights";
import { logSumExp, unitLength } from "./rows";

export interface ProxyAnchorLossOptions {
  /** δ. Default 0.1. */
  margin?: number;
  /** α. Default 32. */
  alpha?: number;
  /** What the network's learning rate is multiplied by for the proxies. Default 10. */
  learnedRate?: number;
}

const proxyAnchorSchema = {
  margin: finiteNumber({ min: 0, default: 0.1 }),
  alpha: positive({ default: 32 }),
  learnedRate: positive({ default: 10 }),
};

/**
 * Proxy-Anchor (Kim, Kim, Cho, Kwak 2020): with s the cosines of examples and proxies, the mean over the classes in the batch of
 * log(1 + Σ exp(−α(s − δ))) over their examples, plus the mean over all classes of log(1 + Σ exp(α(s + δ))) over the labeled examples of other
 * classes. One proxy for each class is learned with the network and dropped after training: `learned.proxies`, [C, l].
 *
 * @example
 * const learned = { proxies: tf.tensor2d([[1, 0], [0, 1]]) };
 * proxyAnchorLoss({ alpha: 1 })([[1, 0]], [0], { learned: { proxies: tf.tensor2d([[1, 0]]) } }).dataSync()[0]; // → 0.341154
 * proxyAnchorLoss({ alpha: 1 })([[1, 0]], [1], { learned }).dataSync()[0]; // → 1.438064
 */
export function proxyAnchorLoss(options: ProxyAnchorLossOptions = {}): CallableLoss {
  const settings = readOptions("proxyAnchorLoss", options, proxyAnchorSchema);
  const { alpha, margin } = settings;
  return callableLoss(
    "proxyAnchorLoss",
    settings,
    (batch) => {
      const { labels, classCount } = batch;
      const { indicators } = classIndicators(batch);
      const own = tf.transpose(indicators);
      const others = tf.sub(
        tf.tensor2d(
          Float32Array.from(labels, (label) => (label < 0 ? 0 : 1)),
          [1, labels.length],
        ),
        own,
      );
      const proxies = unitLength(batch.learned.proxies as tf.Tensor2D);
      const s = tf.matMul(proxies, unitLength(batch.projected), false, true);
      const present = new Set(labels.filter((label) => label >= 0)).size;
      const near = tf.softplus(logSumExp(tf.mul(tf.sub(s, margin), -alpha), own));
      const far = tf.softplus(logSumExp(tf.mul(tf.add(s, margin), alpha), others));
      return tf.add(tf.div(tf.sum(near), Math.max(1, present)), tf.div(tf.sum(far), classCount));
    },
    {
      learned: (shape, random) => ({ proxies: vectorPerClass("proxyAnchorLoss", shape, random) }),
      learnedRate: settings.learnedRate,
    },
  );
}
