import * as tf from "@tensorflow/tfjs-core";
import { random } from "../common/random";
import { requireEngine } from "../engine/requireEngine";
import { convolution, gaussianParameter, l2Normalize, zeroParameter } from "./layers";
import type { Network } from "./network";

export interface NetworkOptions {
  seed?: number;
}

/**
 * The paper's network for MNIST and Fashion-MNIST (appendix, "Implementation details"):
 * Conv1(5×5, 20) → max-pool → Conv2(5×5, 50) → max-pool → Conv3(4×4, 500) → ReLU → FC(500×128) → ℓ2.
 * Weights start as 0.01 · N(0, 1) and biases as zero, as in MatConvNet.
 *
 * @example const z = embed(mnistNetwork({ seed: 1 }), data.test.images);
 */
export function mnistNetwork({ seed = 1 }: NetworkOptions = {}): Network {
  requireEngine("mnistNetwork");
  const noise = random(seed);
  const parameters = {
    filter1: gaussianParameter(noise, [5, 5, 1, 20]),
    bias1: zeroParameter([20]),
    filter2: gaussianParameter(noise, [5, 5, 20, 50]),
    bias2: zeroParameter([50]),
    filter3: gaussianParameter(noise, [4, 4, 50, 500]),
    bias3: zeroParameter([500]),
    dense: gaussianParameter(noise, [500, 128]),
    bias4: zeroParameter([128]),
  };
  return {
    name: "mnist",
    imageShape: [28, 28, 1],
    dimension: 128,
    parameters,
    forward(images) {
      const p = parameters;
      const first = tf.maxPool(convolution(images, p.filter1, p.bias1), 2, 2, "valid");
      const second = tf.maxPool(convolution(first, p.filter2, p.bias2), 2, 2, "valid");
      const third = tf.relu(convolution(second, p.filter3, p.bias3));
      const features = tf.reshape<tf.Rank.R2>(third, [-1, 500]);
      return l2Normalize(tf.add(tf.matMul(features, p.dense as unknown as tf.Tensor2D), p.bias4));
    },
    dispose() {
      tf.dispose(parameters);
    },
  };
}
