import * as tf from "@tensorflow/tfjs-core";
import { functionValue, optional, readOptions, readTensor, recordOf, wholeNumber } from "../core/options";
import { check } from "../core/errors";
import { checkImages } from "../datasets/images/checkImages";
import type { Images } from "../datasets/images/images";
import { requireEngine } from "../engine/requireEngine";
import { imageTensor } from "./imageTensor";
import { checkNetwork, type Network } from "./network";
import type { Preprocessing } from "./preprocessing";

export interface EmbedOptions {
  /** How many images are on the engine at a time. */
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

/** The embeddings [n, d] of images, ℓ2-normalised, computed in batches so that memory stays bounded. The caller owns the tensor. */
export function embed(network: Network, images: Images, options: EmbedOptions = {}): tf.Tensor2D {
  requireEngine("embed");
  const { batchSize, preprocessing } = readOptions("embed", options, embedSchema);
  checkNetwork("embed: network", network);
  checkImages("embed", images);
  const [count, ...imageShape] = images.shape;
  check(count > 0, () => "embed: images must hold at least one image, got none.");
  check(
    imageShape.join() === network.imageShape.join(),
    () =>
      `embed: images must have the shape [${network.imageShape.join(", ")}] of the ${network.name} network, got [${imageShape.join(", ")}].`,
  );
  return tf.tidy(() => {
    const parts: tf.Tensor2D[] = [];
    for (let first = 0; first < count; first += batchSize) {
      parts.push(
        tf.tidy(() => {
          const batch = imageTensor(images, first, Math.min(count, first + batchSize));
          const z = network.forward(preprocessing ? preprocessing.apply(batch) : batch);
          return readTensor<tf.Tensor2D>(z, "embed: what network.forward returns", 2);
        }),
      );
    }
    return parts.length === 1 ? parts[0] : tf.concat(parts, 0);
  });
}
