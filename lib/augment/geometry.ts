import { finiteNumber, wholeNumber } from "../core/options";
import { namedPart } from "../core";
import type { Random } from "../core/values";
import { augment, type Augmentation } from "./augmentation";
import type { Motion } from "./motion";

const amount = finiteNumber({ min: 0 });
/** Uniform in [−most, most]. */
const within = (random: Random, most: number) => most * (2 * random.uniform() - 1);

/**
 * Moves each picture by up to `pixels` in both directions.
 *
 * @example const moved = augment(imageTensor(images, 0, 4), [shift(2)], random(1)); // by at most two pixels
 */
export function shift(pixels: number): Augmentation {
  amount.read(pixels, "shift: pixels");
  return moving("shift", { pixels }, (random) => [
    1,
    0,
    within(random, pixels),
    0,
    1,
    within(random, pixels),
  ]);
}

/**
 * Turns each picture by up to `degrees` in both directions.
 *
 * @example const turned = augment(imageTensor(images, 0, 4), [rotate(15)], random(1)); // by at most 15 degrees
 */
export function rotate(degrees: number): Augmentation {
  amount.read(degrees, "rotate: degrees");
  return moving("rotate", { degrees }, (random) => {
    const angle = (within(random, degrees) * Math.PI) / 180;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    return [cos, -sin, 0, sin, cos, 0];
  });
}

/**
 * Makes each picture larger or smaller by up to the share `amount`: 0.1 for factors in [0.9, 1.1]. Two numbers are the smallest and the largest factor.
 *
 * @example const resized = augment(imageTensor(images, 0, 4), [scale(0.1)], random(1)); // by at most 10 percent
 */
export function scale(share: number, largest?: number): Augmentation {
  if (largest === undefined) {
    finiteNumber({ min: 0, max: 0.95 }).read(share, "scale: share");
    return moving("scale", { share }, (random) => resized(1 + within(random, share)));
  }
  finiteNumber({ min: 0.05 }).read(share, "scale: smallest");
  finiteNumber({ min: share }).read(largest, "scale: largest");
  return moving("scale", { smallest: share, largest }, (random) =>
    resized(share + (largest - share) * random.uniform()),
  );
}

const resized = (factor: number): Motion => [1 / factor, 0, 0, 0, 1 / factor, 0];

/**
 * Cuts a random window out of each picture and enlarges it to the size of the picture. The window has at least the share `least` of its area, and is between
 * three quarters and four thirds as wide as it would be in the picture's proportions.
 *
 * @example const cropped = augment(imageTensor(images, 0, 4), [resizedCrop(0.2)], random(1)); // at least a fifth of each picture
 */
export function resizedCrop(least: number): Augmentation {
  finiteNumber({ min: 0.01, max: 1 }).read(least, "resizedCrop: least");
  return moving("resizedCrop", { least }, (random, height, width) => {
    const area = least + (1 - least) * random.uniform();
    const side = Math.sqrt(area);
    // Neither side may be longer than the picture's.
    const stretch = Math.min(1 / side, Math.max(side, Math.exp(within(random, Math.log(4 / 3) / 2))));
    const [wide, high] = [side * stretch, side / stretch];
    const free = (size: number, part: number) => within(random, ((size - 1) * (1 - part)) / 2);
    return [wide, 0, free(width, wide), 0, high, free(height, high)];
  });
}

/**
 * Mirrors half of the pictures, left to right.
 *
 * @example const mirrored = augment(imageTensor(images, 0, 4), [flip()], random(1)); // half of them
 */
export function flip(): Augmentation {
  return moving("flip", {}, (random) => [random.uniform() < 0.5 ? -1 : 1, 0, 0, 0, 1, 0]);
}

/**
 * Pads each picture by `pixels` zeros on all sides and cuts a random window of its old size.
 *
 * @example
 * const cropped = augment(imageTensor(images, 0, 4), [crop(2)], random(1));
 * cropped.shape; // → [4, 28, 28, 1]
 */
export function crop(pixels: number): Augmentation {
  wholeNumber({ min: 0 }).read(pixels, "crop: pixels");
  const whole = (random: Random) => random.integer(2 * pixels + 1) - pixels;
  return moving("crop", { pixels }, (random) => [1, 0, whole(random), 0, 1, whole(random)]);
}

/** An augmentation that only moves pixels. */
function moving(
  name: string,
  settings: Record<string, number>,
  motion: (random: Random, height: number, width: number) => Motion,
): Augmentation {
  const augmentation: Augmentation = Object.assign(
    (images: Parameters<Augmentation>[0], random: Random) => augment(images, [augmentation], random),
    { motion },
  );
  return namedPart(name, settings, augmentation);
}
