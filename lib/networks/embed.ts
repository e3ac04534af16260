import * as tf from "@tensorflow/tfjs-core";
import { check } from "../common/errors";
import type { Images } from "../datasets/images";
import { requireEngine } from "../engine/requireEngine";
import type { Network } from "./network";

export interface EmbedOptions {
  /** How many images are on the engine at a time. */
  batchSize?: number;
}

/** The embeddings [n, d] of images, ℓ2-normalised, computed in batches so that memory stays bounded. The caller owns the tensor. */
export function embed(network: Network, images: Images, { batchSize = 500 }: EmbedOptions = {}): tf.Tensor2D {
  requireEngine("embed");
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
        tf.tidy(() => network.forward(imageTensor(images, first, Math.min(count, first + batchSize)))),
      );
    }
    return parts.length === 1 ? parts[0] : tf.concat(parts, 0);
  });
}

/** Images `first` … `end − 1` as a tensor of the numbers they hold. */
export function imageTensor({ data, shape }: Images, first = 0, end = shape[0]): tf.Tensor4D {
  const [, ...imageShape] = shape;
  const size = tf.util.sizeFromShape(imageShape);
  return tf.tensor4d(Float32Array.from(data.subarray(first * size, end * size)), [
    end - first,
    ...imageShape,
  ]);
}
