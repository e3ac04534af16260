import { readOptions, seed as seedValue } from "../core/options";
import { requireEngine } from "../engine";
import { convolution, maxPool, relu } from "./layers";
import type { LayeredNetwork } from "./network";
import { sequential } from "./sequential";

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
export function mnistNetwork(options: NetworkOptions = {}): LayeredNetwork {
  const { seed } = readOptions("mnistNetwork", options, networkSchema);
  requireEngine("mnistNetwork");
  const small = { deviation: 0.01 };
  return sequential(
    [
      convolution(20, 5, small),
      maxPool(2),
      convolution(50, 5, small),
      maxPool(2),
      convolution(500, 4, small),
      relu(),
      convolution(128, 1, small),
    ],
    { name: "mnist", input: [28, 28, 1], seed },
  );
}
