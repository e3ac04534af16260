import * as tf from "@tensorflow/tfjs-core";
import type { Images } from "../datasets/images";

/** Images `first` … `end − 1` as a tensor of the numbers they hold. */
export function imageTensor({ data, shape }: Images, first = 0, end = shape[0]): tf.Tensor4D {
  const [, ...imageShape] = shape;
  const size = tf.util.sizeFromShape(imageShape);
  return tf.tensor4d(Float32Array.from(data.subarray(first * size, end * size)), [
    end - first,
    ...imageShape,
  ]);
}
