import { random } from "../core/values/random";
import { requireEngine } from "../engine/requireEngine";
import { averagePool, convolution, l2Normalize, maxPool, relu } from "./layers";
import { networkSchema, type NetworkOptions } from "./mnistNetwork";
import { sequential, type Network } from "./network";
import { readOptions } from "../core/options";

/**
 * The paper's network for CIFAR-10 (appendix, "Implementation details"): Conv1(5×5, 32) → max-pool → ReLU →
 * Conv2(5×5, 32) → ReLU → avg-pool → Conv3(5×5, 64) → ReLU → avg-pool → Conv4(4×4, 64) → ReLU → ℓ2.
 * As in MatConvNet, 5×5 filters see two zeros around the image, pools are 3×3 and two pixels apart, biases start as zero and
 * weights as 0.01 · N(0, 1) in the first layer, 0.05 · N(0, 1) in the others.
 */
export function cifarNetwork(options: NetworkOptions = {}): Network {
  const { seed } = readOptions("cifarNetwork", options, networkSchema);
  requireEngine("cifarNetwork");
  const noise = random(seed);
  const later = { padding: "same", deviation: 0.05 } as const;
  return sequential({ name: "cifar", imageShape: [32, 32, 3], dimension: 64 }, [
    convolution("1", noise, { filter: [5, 5, 3, 32], padding: "same", deviation: 0.01 }),
    maxPool(3, 2, "same"),
    relu,
    convolution("2", noise, { ...later, filter: [5, 5, 32, 32] }),
    relu,
    averagePool(3, 2),
    convolution("3", noise, { ...later, filter: [5, 5, 32, 64] }),
    relu,
    averagePool(3, 2),
    convolution("4", noise, { filter: [4, 4, 64, 64], deviation: 0.05 }),
    relu,
    l2Normalize,
  ]);
}
