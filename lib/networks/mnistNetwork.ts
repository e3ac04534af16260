import { random } from "../core/values/random";
import { requireEngine } from "../engine/requireEngine";
import { convolution, l2Normalize, maxPool, relu } from "./layers";
import { sequential, type Network } from "./network";
import { readOptions, seed as seedValue } from "../core/options";

export interface NetworkOptions {
  seed?: number;
}

export const networkSchema = { seed: seedValue() };

/**
 * The paper's network for MNIST and Fashion-MNIST (appendix, "Implementation details"):
 * Conv1(5×5, 20) → max-pool → Conv2(5×5, 50) → max-pool → Conv3(4×4, 500) → ReLU → FC(500×128) → ℓ2.
 * Weights start as 0.01 · N(0, 1) and biases as zero, as in MatConvNet.
 *
 * @example const z = embed(mnistNetwork({ seed: 1 }), data.test.images);
 */
export function mnistNetwork(options: NetworkOptions = {}): Network {
  const { seed } = readOptions("mnistNetwork", options, networkSchema);
  requireEngine("mnistNetwork");
  const noise = random(seed);
  return sequential({ name: "mnist", imageShape: [28, 28, 1], dimension: 128 }, [
    convolution("1", noise, { filter: [5, 5, 1, 20] }),
    maxPool(2, 2),
    convolution("2", noise, { filter: [5, 5, 20, 50] }),
    maxPool(2, 2),
    convolution("3", noise, { filter: [4, 4, 50, 500] }),
    relu,
    convolution("4", noise, { filter: [1, 1, 500, 128] }),
    l2Normalize,
  ]);
}
