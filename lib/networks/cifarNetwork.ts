import { readOptions } from "../core/options";
import { requireEngine } from "../engine";
import { averagePool, convolution, maxPool, relu } from "./layers";
import { networkSchema, type NetworkOptions } from "./mnistNetwork";
import type { LayeredNetwork } from "./network";
import { sequential } from "./sequential";

/**
 * The paper's network for CIFAR-10 (appendix, "Implementation details"): Conv1(5×5, 32) → max-pool → ReLU →
 * Conv2(5×5, 32) → ReLU → avg-pool → Conv3(5×5, 64) → ReLU → avg-pool → Conv4(4×4, 64) → ReLU → ℓ2.
 * As in MatConvNet, 5×5 filters see two zeros around the image, pools are 3×3 and two pixels apart, biases start as zero and
 * weights as 0.01 · N(0, 1) in the first layer, 0.05 · N(0, 1) in the others.
 *
 * @example
 * const network = cifarNetwork({ seed: 1 });
 * network.dimension; // → 64
 * network.inputShape; // → [32, 32, 3]
 */
export function cifarNetwork(options: NetworkOptions = {}): LayeredNetwork {
  const { seed, initialization } = readOptions("cifarNetwork", options, networkSchema);
  requireEngine("cifarNetwork");
  const deviation = (value: number) => (initialization === "he" ? {} : { deviation: value });
  const later = { padding: "same", ...deviation(0.05) } as const;
  return sequential(
    [
      convolution(32, 5, { padding: "same", ...deviation(0.01) }),
      maxPool(3, { stride: 2, padding: "same" }),
      relu(),
      convolution(32, 5, later),
      relu(),
      averagePool(3, { stride: 2 }),
      convolution(64, 5, later),
      relu(),
      averagePool(3, { stride: 2 }),
      convolution(64, 4, deviation(0.05)),
      relu(),
    ],
    { name: "cifar", input: [32, 32, 3], seed },
  );
}
