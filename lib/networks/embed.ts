import * as tf from "@tensorflow/tfjs-core";
import { check } from "../common/errors";
import { checkImages } from "../datasets/checkImages";
import type { Images } from "../datasets/images";
import { requireEngine } from "../engine/requireEngine";
import { imageTensor } from "./imageTensor";
import type { Network } from "./network";
import type { Preprocessing } from "./preprocessing";

export interface EmbedOptions {
  /** How many images are on the engine at a time. */
  batchSize?: number;
  /** What is done to the images first. */
  preprocessing?: Preprocessing;
}

/** The embeddings [n, d] of images, ℓ2-normalised, computed in batches so that memory stays bounded. The caller owns the tensor. */
export function embed(
  network: Network,
  images: Images,
  { batchSize = 500, preprocessing }: EmbedOptions = {},
): tf.Tensor2D {
  requireEngine("embed");
  checkImages("embed", images);
  const [count, ...imageShape] = images.shape;
  check(count > 0, () => "embed: images must hold at least one image, got none.");
  check(
    imageShape.join() === network.imageShape.join(),
    () =>
      `embed: images must have the shape [${network.imageShape.join(", ")}] of the ${network.name} network, got [${imageShape.join(", ")}].`,
  );
  check(
    Number.isInteger(batchSize) && batchSize > 0,
    () => `embed: batchSize must be a positive whole number, got ${batchSize}.`,
  );
  return tf.tidy(() => {
    const parts: tf.Tensor2D[] = [];
    for (let first = 0; first < count; first += batchSize) {
      parts.push(
        tf.tidy(() => {
          const batch = imageTensor(images, first, Math.min(count, first + batchSize));
          return network.forward(preprocessing ? preprocessing.apply(batch) : batch);
        }),
      );
    }
    return parts.length === 1 ? parts[0] : tf.concat(parts, 0);
  });
}
