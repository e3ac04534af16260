import * as tf from "@tensorflow/tfjs-core";
import { positive, readOptions } from "../core/options";
import { callableLoss, type CallableLoss } from "./callableLoss";
import { crossEntropy, vectorPerClass } from "./classWeights";
import { unitLength } from "./rows";

export interface NormalizedSoftmaxLossOptions {
  /** τ. Default 0.05. */
  temperature?: number;
  /** What the network's learning rate is multiplied by for W. Default 1. */
  learnedRate?: number;
}

const normalizedSoftmaxSchema = {
  temperature: positive({ default: 0.05 }),
  learnedRate: positive({ default: 1 }),
};

/**
 * Classification by cosines (Zhai, Wu 2019, "Classification is a strong baseline for deep metric learning"): the mean over the labeled
 * examples of −log softmax(Ŵŷ/τ)_class, with the rows of zL and of W, [C, l], scaled to length one. W is learned with the network and dropped
 * after training: `learned.weights`.
 *
 * @example
 * const learned = { weights: tf.tensor2d([[1, 0], [0, 1]]) };
 * normalizedSoftmaxLoss({ temperature: 1 })([[2, 0]], [1], { learned }).dataSync()[0]; // → 1.3133
 */
export function normalizedSoftmaxLoss(options: NormalizedSoftmaxLossOptions = {}): CallableLoss {
  const settings = readOptions("normalizedSoftmaxLoss", options, normalizedSoftmaxSchema);
  return callableLoss(
    "normalizedSoftmaxLoss",
    settings,
    (batch) => {
      const directions = unitLength(batch.learned.weights as tf.Tensor2D);
      const logits = tf.matMul<tf.Tensor2D>(unitLength(batch.projected), directions, false, true);
      return crossEntropy(tf.div(logits, settings.temperature), batch);
    },
    {
      learned: (shape, random) => ({ weights: vectorPerClass("normalizedSoftmaxLoss", shape, random) }),
      learnedRate: settings.learnedRate,
    },
  );
}
