import * as tf from "@tensorflow/tfjs-core";
import { check, type Part } from "../core";
import { describeValue, functionValue, isTensor, listOf, readRecord, readTensor } from "../core/options";
import type { Random } from "../core/values";
import { composeMotions, movePictures, type Motion } from "./motion";

/**
 * Changes a batch of pictures [n, height, width, channels] at random, without changing its shape. The random numbers are seeded, so that
 * a run can be repeated. A bare function of yours will do.
 */
export type Augmentation = ((images: tf.Tensor4D, random: Random) => tf.Tensor4D) &
  Partial<Pick<Part, "settings">> & {
    /** For augmentations that only move pixels: where those of one picture go. Neighbors in a list are combined and interpolated once. */
    readonly motion?: (random: Random, height: number, width: number) => Motion;
  };

export const augmentationList = listOf(
  functionValue<Augmentation>("an augmentation such as shift(2)"),
  "an array of augmentations such as [shift(2), rotate(15)]",
);

/**
 * Applies augmentations one after another. The caller owns the result.
 *
 * @example
 * const changed = augment(imageTensor(images, 0, 4), [shift(2), rotate(10)], random(1));
 * changed.shape; // → [4, 28, 28, 1]
 */
export function augment(
  images: tf.Tensor4D,
  augmentations: readonly Augmentation[],
  random: Random,
): tf.Tensor4D {
  readTensor(images, "augment: images", 4);
  augmentationList.read(augmentations, "augment: augmentations");
  readRecord("augment: random", random, "a generator such as random(1)", {
    uniform: functionValue(),
    integer: functionValue(),
  });
  return tf.tidy(() => {
    let batch = images;
    for (let i = 0; i < augmentations.length;) {
      const motions = augmentations.slice(i).findIndex(({ motion }) => !motion);
      const moving = motions < 0 ? augmentations.length - i : motions;
      batch =
        moving > 0
          ? moved(batch, augmentations.slice(i, i + moving), random)
          : applied(batch, augmentations[i], random);
      i += Math.max(1, moving);
    }
    return batch === images ? tf.clone(images) : batch;
  });
}

/** One motion per picture, combined from those of a few augmentations. */
function moved(images: tf.Tensor4D, augmentations: readonly Augmentation[], random: Random): tf.Tensor4D {
  const [count, height, width] = images.shape;
  const motions = Array.from({ length: count }, () =>
    composeMotions(augmentations.map(({ motion }) => motion!(random, height, width))),
  );
  return movePictures(images, motions);
}

function applied(images: tf.Tensor4D, augmentation: Augmentation, random: Random): tf.Tensor4D {
  const name = augmentation.name || "the augmentation";
  const changed: unknown = augmentation(images, random);
  check(
    isTensor(changed) && changed.shape.join() === images.shape.join(),
    () =>
      `augment: ${name} must return a batch of the shape [${images.shape.join(", ")}] that it was given, got ${describeValue(changed)}.`,
  );
  return changed as tf.Tensor4D;
}
