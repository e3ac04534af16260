import * as tf from "@tensorflow/tfjs-core";
import { positive, readOptions } from "../core/options";
import { callableLoss, type CallableLoss } from "./callableLoss";
import { crossEntropy, vectorPerClass } from "./classWeights";

export interface SoftmaxLossOptions {
  /** What the network's learning rate is multiplied by for W and c. Default 1. */
  learnedRate?: number;
}

const softmaxSchema = { learnedRate: positive({ default: 1 }) };

/**
 * Classification as a loss: the mean over the labeled examples of −log softmax(Wy + c)_class, with y a row of zL. The matrix W, [C, l], and c,
 * [C], are learned with the network and dropped after training: `learned.weights` and `learned.bias`.
 *
 * @example
 * const learned = { weights: tf.tensor2d([[1, 0], [0, 1]]), bias: tf.zeros([2]) };
 * softmaxLoss()([[1, 0]], [1], { learned }).dataSync()[0]; // → 1.3133
 * const model = new AGML({ loss: softmaxLoss(), metric: noMetric() });
 */
export function softmaxLoss(options: SoftmaxLossOptions = {}): CallableLoss {
  const settings = readOptions("softmaxLoss", options, softmaxSchema);
  return callableLoss(
    "softmaxLoss",
    settings,
    (batch) => {
      const { weights, bias } = batch.learned as { weights: tf.Tensor2D; bias: tf.Tensor1D };
      return crossEntropy(tf.add(tf.matMul(batch.projected, weights, false, true), bias), batch);
    },
    {
      learned: (shape, random) => ({
        weights: vectorPerClass("softmaxLoss", shape, random),
        bias: tf.zeros([shape.classes]),
      }),
      learnedRate: settings.learnedRate,
    },
  );
}
