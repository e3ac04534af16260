import * as tf from "@tensorflow/tfjs-core";
import { namedPart } from "../core";
import { finiteNumber, fraction } from "../core/options";
import type { Random } from "../core/values";
import type { Augmentation } from "./augmentation";

/** How much red, green and blue count for the brightness of a color (ITU-R BT.601). */
const brightnessOf = [0.299, 0.587, 0.114];
const axes = [0, 1, 2];
/** Row i holds what the new channel i takes of the old ones. */
type ColorMatrix = number[][];

/**
 * Changes how colorful each picture is by up to the share `amount`: g + (1 + δ)(x − g), δ in [−amount, amount], where g is the brightness of a pixel. Pictures
 * without three channels stay as they are.
 *
 * @example const duller = augment(tf.ones([2, 4, 4, 3]), [saturation(0.4)], random(1));
 */
export function saturation(amount: number): Augmentation {
  finiteNumber({ min: 0 }).read(amount, "saturation: amount");
  return coloring("saturation", { amount }, (random) => saturated(1 + amount * (2 * random.uniform() - 1)));
}

/**
 * Turns the hue of each picture by up to `degrees` in both directions: its colors around the axis of grays. Pictures without three channels stay as they are.
 *
 * @example const recolored = augment(tf.ones([2, 4, 4, 3]), [hue(20)], random(1));
 */
export function hue(degrees: number): Augmentation {
  finiteNumber({ min: 0 }).read(degrees, "hue: degrees");
  return coloring("hue", { degrees }, (random) => {
    const angle = (degrees * (2 * random.uniform() - 1) * Math.PI) / 180;
    const [along, across, sideways] = [
      (1 - Math.cos(angle)) / 3,
      Math.cos(angle),
      Math.sin(angle) / Math.sqrt(3),
    ];
    // Rodrigues' formula for the axis (1, 1, 1)/√3.
    return axes.map((i) =>
      axes.map((j) => along + (i === j ? across : (j - i + 3) % 3 === 2 ? sideways : -sideways)),
    );
  });
}

/**
 * Makes a share of the pictures gray: all channels become the brightness of the pixel. Pictures without three channels stay as they are.
 *
 * @example const somewhatGray = augment(tf.ones([2, 4, 4, 3]), [grayscale(0.2)], random(1)); // one of five
 */
export function grayscale(share: number): Augmentation {
  fraction().read(share, "grayscale: share");
  return coloring("grayscale", { share }, (random) => saturated(random.uniform() < share ? 0 : 1));
}

const saturated = (strength: number): ColorMatrix =>
  axes.map((i) => axes.map((j) => (1 - strength) * brightnessOf[j] + (i === j ? strength : 0)));

/** An augmentation that mixes the three channels of each picture. */
function coloring(
  name: string,
  settings: Record<string, number>,
  matrixOf: (random: Random) => ColorMatrix,
): Augmentation {
  return namedPart(name, settings, (images: tf.Tensor4D, random: Random) =>
    tf.tidy(() => {
      const [count, height, width, channels] = images.shape;
      if (channels !== 3) return tf.clone(images);
      const matrices = Array.from({ length: count }, () => matrixOf(random));
      const pixels = tf.reshape<tf.Rank.R3>(images, [count, height * width, 3]);
      return tf.reshape<tf.Rank.R4>(tf.matMul(pixels, tf.tensor3d(matrices), false, true), images.shape);
    }),
  );
}
