import * as tf from "@tensorflow/tfjs-core";
import { check, namedPart, plural } from "../core";
import type { Augmentation } from "./augmentation";

/** How many turns there are. */
export const turns = 4;

/**
 * Turns pictures by quarters, counterclockwise: the first view of each by 0°, the second by 90°, the third by 180°, the fourth by 270°. For batches of
 * four views, `views: 4`, whose views come one after another: each quarter of the batch is turned as a whole. No pixel is interpolated.
 *
 * @example
 * const pictures = tf.concat<tf.Tensor4D>([1, 2, 3, 4].map(() => imageTensor(images, 0, 2))); // four views of two pictures
 * augment(pictures, [quarterTurns()], random(1)).shape; // → [8, 28, 28, 1]
 */
export function quarterTurns(): Augmentation {
  return namedPart("quarterTurns", {}, (images: tf.Tensor4D) => {
    const [count, height, width] = images.shape;
    check(
      height === width,
      () =>
        `quarterTurns: pictures must be square, got ${height} × ${width} pixels. Crop or resize them first.`,
    );
    check(
      count % turns === 0,
      () =>
        `quarterTurns: a batch must hold four views of each picture, got ${plural(count, "picture")}, which is no multiple of 4. Set views: 4.`,
    );
    return tf.tidy(() => tf.concat(tf.split<tf.Tensor4D>(images, turns).map(turned)));
  });
}

/** Pictures turned counterclockwise by a number of quarters. */
function turned(images: tf.Tensor4D, quarters: number): tf.Tensor4D {
  switch (quarters) {
    case 0:
      return images;
    case 1:
      return tf.reverse(tf.transpose(images, [0, 2, 1, 3]), 1);
    case 2:
      return tf.reverse(images, [1, 2]);
    default:
      return tf.reverse(tf.transpose(images, [0, 2, 1, 3]), 2);
  }
}
