import * as tf from "@tensorflow/tfjs-core";
import { random } from "../../lib/core/values/random";

export const noise = random(1);

export const values = (shape: number[]) =>
  tf.tensor(
    Float32Array.from({ length: tf.util.sizeFromShape(shape) }, () => noise.normal()),
    shape,
  );
