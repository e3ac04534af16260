import type * as tf from "@tensorflow/tfjs-core";
import { wholeNumber } from "../core/options";
import { checkImagesForm, type Images } from "../datasets";
import { requireEngine } from "../engine";
import { examplesTensor } from "./examples";

/** Images `first` … `end − 1` as a tensor of the numbers they hold. */
export function imageTensor(images: Images, first = 0, end?: number): tf.Tensor4D {
  requireEngine("imageTensor");
  checkImagesForm("imageTensor", images);
  const [count] = images.shape;
  const to = end ?? count;
  wholeNumber({ min: 0, max: count }).read(first, "imageTensor: first");
  wholeNumber({ min: first, max: count }).read(to, "imageTensor: end");
  return examplesTensor(images, first, to) as tf.Tensor4D;
}
