import { isRecord, listOf, wholeNumber } from "../core/options";
import type { LayeredNetwork } from "./network";
import { dense, relu } from "./layers";
import { sequential, type SequentialOptions } from "./sequential";

/**
 * z = xW + b for feature vectors x [n, d], of `dimension` columns.
 *
 * @example
 * const network = linear(3, { input: [2], seed: 1 });
 * embed(network, x).shape; // → [6, 3]
 */
export function linear(dimension: number, options: SequentialOptions = {}): LayeredNetwork {
  size.read(dimension, "linear: dimension");
  return sequential([dense(dimension)], called("linear", options));
}

/**
 * A multilayer perceptron for feature vectors: dense layers with ReLU between them. The last size is the dimension of the embeddings.
 *
 * @example
 * const model = await new AGML2({ network: mlp([16, 4]), epochs: 2, k: 2 }).fit(x, labels);
 * model.transform(x).shape; // → [6, 2]
 */
export function mlp(sizes: readonly number[], options: SequentialOptions = {}): LayeredNetwork {
  listOf(size, "an array of layer sizes such as [512, 128]", { min: 1 }).read(sizes, "mlp: sizes");
  const layers = sizes.flatMap((units, i) => (i === 0 ? [dense(units)] : [relu(), dense(units)]));
  return sequential(layers, called("mlp", options));
}

/**
 * Feature vectors as they are, scaled to length one: nothing but the metric L is learned.
 *
 * @example
 * const model = await new AGML2({ network: identity(), epochs: 2, k: 2 }).fit(x, labels); // learns L alone
 * model.transform(x).shape; // → [6, 1]
 */
export function identity(options: SequentialOptions = {}): LayeredNetwork {
  return sequential([], called("identity", options));
}

const size = wholeNumber({ min: 1 });

/** The options with a name for the network, unless they have one. */
function called(name: string, options: SequentialOptions): SequentialOptions {
  return isRecord(options) ? { name, ...options } : options;
}
