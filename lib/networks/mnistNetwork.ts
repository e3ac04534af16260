import { oneOf, readOptions, seed as seedValue } from "../core/options";
import { requireEngine } from "../engine";
import { convolution, maxPool, relu } from "./layers";
import type { LayeredNetwork } from "./network";
import { sequential } from "./sequential";

export interface NetworkOptions {
  /** The weights follow from it. Default 1. */
  seed?: number;
  /** How weights start: as in "matconvnet" (default, the paper's), or with a deviation of √(2/inputs) (He et al. 2015), which needs no pretraining. */
  initialization?: "matconvnet" | "he";
}

export const networkSchema = {
  seed: seedValue(),
  initialization: oneOf(["matconvnet", "he"], { default: "matconvnet" }),
};

/**
 * The paper's network for MNIST and Fashion-MNIST (appendix, "Implementation details"):
 * Conv1(5×5, 20) → max-pool → Conv2(5×5, 50) → max-pool → Conv3(4×4, 500) → ReLU → FC(500×128) → ℓ2.
 * Weights start as 0.01 · N(0, 1) and biases as zero, as in MatConvNet.
 *
 * @example
 * const network = mnistNetwork({ seed: 1 });
 * embed(network, images).shape; // → [200, 128]
 */
export function mnistNetwork(options: NetworkOptions = {}): LayeredNetwork {
  const { seed, initialization } = readOptions("mnistNetwork", options, networkSchema);
  requireEngine("mnistNetwork");
  const small = initialization === "he" ? {} : { deviation: 0.01 };
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
