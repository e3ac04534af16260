import * as tf from "@tensorflow/tfjs-core";
import { finiteNumber, wholeNumber } from "../core/options";
import { namedPart } from "../core";
import type { Random } from "../core/values";
import type { Augmentation } from "./augmentation";

/** Uniform in [−1, 1] for each picture, [n, 1, 1, 1]. */
function perPicture(images: tf.Tensor4D, random: Random): tf.Tensor4D {
  const [count] = images.shape;
  const values = Float32Array.from({ length: count }, () => 2 * random.uniform() - 1);
  return tf.tensor4d(values, [count, 1, 1, 1]);
}

const pixels = [1, 2, 3];

/**
 * Makes each picture brighter or darker by up to the share `amount` of its range: x + δ(max x − min x), δ in [−amount, amount].
 *
 * @example const brighter = augment(imageTensor(images, 0, 4), [brightness(0.2)], random(1));
 */
export function brightness(amount: number): Augmentation {
  finiteNumber({ min: 0 }).read(amount, "brightness: amount");
  return namedPart("brightness", { amount }, (images: tf.Tensor4D, random: Random) =>
    tf.tidy(() => {
      const range = tf.sub(tf.max(images, pixels, true), tf.min(images, pixels, true));
      return tf.add<tf.Tensor4D>(images, tf.mul(tf.mul(perPicture(images, random), amount), range));
    }),
  );
}

/**
 * Changes each picture's contrast around its mean by up to the share `amount`: x̄ + (1 + δ)(x − x̄), δ in [−amount, amount].
 *
 * @example const harder = augment(imageTensor(images, 0, 4), [contrast(0.2)], random(1));
 */
export function contrast(amount: number): Augmentation {
  finiteNumber({ min: 0 }).read(amount, "contrast: amount");
  return namedPart("contrast", { amount }, (images: tf.Tensor4D, random: Random) =>
    tf.tidy(() => {
      const mean = tf.mean(images, pixels, true);
      const factor = tf.add(tf.mul(perPicture(images, random), amount), 1);
      return tf.add<tf.Tensor4D>(mean, tf.mul(tf.sub(images, mean), factor));
    }),
  );
}

/**
 * Replaces a random square of `size` × `size` pixels of each picture by the picture's mean.
 *
 * @example const holes = augment(imageTensor(images, 0, 4), [erase(8)], random(1)); // a square of 8 pixels is gone
 */
export function erase(size: number): Augmentation {
  wholeNumber({ min: 1 }).read(size, "erase: size");
  return namedPart("erase", { size }, (images: tf.Tensor4D, random: Random) => {
    const [count, height, width] = images.shape;
    const kept = new Float32Array(count * height * width).fill(1);
    for (let i = 0; i < count; i++) {
      const top = random.integer(Math.max(1, height - size + 1));
      const left = random.integer(Math.max(1, width - size + 1));
      for (let y = top; y < Math.min(height, top + size); y++) {
        const row = (i * height + y) * width;
        kept.fill(0, row + left, row + Math.min(width, left + size));
      }
    }
    return tf.tidy(() => {
      const mask = tf.tensor4d(kept, [count, height, width, 1]);
      const mean = tf.mean(images, pixels, true);
      return tf.add<tf.Tensor4D>(tf.mul(images, mask), tf.mul(mean, tf.sub(1, mask)));
    });
  });
}
