import * as tf from "@tensorflow/tfjs-core";
import { positive, readOptions } from "../core/options";
import { callableLoss, type CallableLoss } from "./callableLoss";
import { crossEntropy, vectorPerClass } from "./classWeights";
import { unitLength } from "./rows";

export interface ProxyNcaLossOptions {
  /** s: what squared distances are multiplied by. Default 1. */
  scale?: number;
  /** What the network's learning rate is multiplied by for the proxies. Default 10. */
  learnedRate?: number;
}

const proxyNcaSchema = { scale: positive({ default: 1 }), learnedRate: positive({ default: 10 }) };

/**
 * Proxy-NCA (Movshovitz-Attias et al. 2017), with the class's own proxy in the denominator too, as in ProxyNCA++ (Teh, DeVries, Taylor 2020):
 * the mean over the labeled examples of −log(exp(−s‖y − p_class‖²) / Σ_c exp(−s‖y − p_c‖²)), with the rows y of zL and the proxies p scaled to
 * length one. One proxy for each class is learned with the network and dropped after training: `learned.proxies`, [C, l].
 *
 * @example
 * const learned = { proxies: tf.tensor2d([[1, 0], [0, 1]]) };
 * proxyNcaLoss()([[1, 0]], [0], { learned: { proxies: tf.tensor2d([[1, 0]]) } }).dataSync()[0]; // → 0
 * proxyNcaLoss()([[1, 0]], [1], { learned }).dataSync()[0]; // → 2.126928
 */
export function proxyNcaLoss(options: ProxyNcaLossOptions = {}): CallableLoss {
  const settings = readOptions("proxyNcaLoss", options, proxyNcaSchema);
  return callableLoss(
    "proxyNcaLoss",
    settings,
    (batch) => {
      const proxies = unitLength(batch.learned.proxies as tf.Tensor2D);
      // ‖y − p‖² = 2 − 2y·p, and the softmax does not change with a constant.
      const cosines = tf.matMul<tf.Tensor2D>(unitLength(batch.projected), proxies, false, true);
      return crossEntropy(tf.mul(cosines, 2 * settings.scale), batch);
    },
    {
      learned: (shape, random) => ({ proxies: vectorPerClass("proxyNcaLoss", shape, random) }),
      learnedRate: settings.learnedRate,
    },
  );
}
