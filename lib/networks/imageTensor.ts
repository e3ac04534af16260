import type * as tf from "@tensorflow/tfjs-core";
import { wholeNumber } from "../core/options";
import { readImagesForm, type ImagesLike } from "../datasets";
import { requireEngine } from "../engine";
import { examplesTensor } from "./examples";

/**
 * Images `first` … `end − 1` as a tensor of the numbers they hold.
 *
 * @example imageTensor(images, 0, 10).shape; // → [10, 28, 28, 1]
 */
export function imageTensor(images: ImagesLike, first = 0, end?: number): tf.Tensor4D {
  requireEngine("imageTensor");
  const read = readImagesForm("imageTensor", images);
  const [count] = read.shape;
  const to = end ?? count;
  wholeNumber({ min: 0, max: count }).read(first, "imageTensor: first");
  wholeNumber({ min: first, max: count }).read(to, "imageTensor: end");
  return examplesTensor(read, first, to) as tf.Tensor4D;
}
