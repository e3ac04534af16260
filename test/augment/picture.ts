import * as tf from "@tensorflow/tfjs-core";
import { random } from "../../lib/core/values/random";

/** Pictures of two channels, the same each time. */
export const picture = (count = 3, height = 6, width = 5) => {
  const noise = random(2);
  const data = Float32Array.from({ length: count * height * width * 2 }, () => noise.normal());
  return tf.tensor4d(data, [count, height, width, 2]);
};
