import * as tf from "@tensorflow/tfjs-core";
import { functionValue, isRecord, optional, readOptions, recordOf, wholeNumber } from "../core/options";
import { check } from "../core";
import { requireEngine } from "../engine";
import { checkExampleShape, examplesTensor, readExamples, type ExamplesLike } from "./examples";
import { checkEmbeddings, checkNetwork, type Network } from "./network";
import type { Preprocessing } from "./preprocessing";

export interface EmbedOptions {
  /** How many images are on the engine at a time. Default 500. */
  batchSize?: number;
  /** What is done to the images first. */
  preprocessing?: Preprocessing;
}

const embedSchema = {
  batchSize: wholeNumber({ min: 1, default: 500 }),
  preprocessing: optional(
    recordOf<Preprocessing>("a preprocessing such as subtractMean(images)", { apply: functionValue() }),
  ),
};

/**
 * The embeddings [n, d] of pictures or feature vectors, computed in batches so that memory stays bounded. Rows have length one unless the
 * network says otherwise. The caller owns the tensor.
 *
 * @example
 * const network = mlp([3], { input: [2], seed: 1 });
 * const embeddings = embed(network, x);
 * embeddings.shape; // → [6, 3]
 * network.dispose();
 */
export function embed(network: Network, images: ExamplesLike, options: EmbedOptions = {}): tf.Tensor2D {
  return embedFor("embed", network, images, options);
}

/** The same, where error texts name another function. */
export function embedFor(
  caller: string,
  network: Network,
  images: ExamplesLike,
  options: EmbedOptions,
): tf.Tensor2D {
  requireEngine(caller);
  const { batchSize, preprocessing } = readOptions(caller, options, embedSchema);
  const examples = readExamples(caller, images);
  const [count, ...example] = examples.shape;
  check(count > 0, () => `${caller}: images must hold at least one image, got none.`);
  if (isRecord(network) && typeof network.prepare === "function") network.prepare(example);
  checkNetwork(`${caller}: network`, network);
  checkExampleShape(caller, examples, network);
  return tf.tidy(() => {
    const parts: tf.Tensor2D[] = [];
    for (let first = 0; first < count; first += batchSize) {
      parts.push(
        tf.tidy(() => {
          const end = Math.min(count, first + batchSize);
          const batch = examplesTensor(examples, first, end);
          const z = network.forward(preprocessing ? preprocessing.apply(batch) : batch);
          return checkEmbeddings(network, z, end - first);
        }),
      );
    }
    return parts.length === 1 ? parts[0] : tf.concat(parts, 0);
  });
}
