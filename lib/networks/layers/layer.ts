import * as tf from "@tensorflow/tfjs-core";
import type { Random } from "../../core/values/random";

/** One layer y = f(x; θ) on images [n, height, width, channels]. */
export interface Layer {
  readonly parameters: Readonly<Record<string, tf.Variable>>;
  forward(x: tf.Tensor4D): tf.Tensor4D;
  /** Backpropagation: ∂J/∂x and ∂J/∂θ from x, y = f(x) and ∂J/∂y. */
  pullback(x: tf.Tensor4D, y: tf.Tensor4D, dy: tf.Tensor4D): Pullback;
}

export interface Pullback {
  /** ∂J/∂x, computed when asked for: the first layer's is not needed. */
  input(): tf.Tensor4D;
  parameters: Record<string, tf.Tensor>;
}

/** A parameter with entries `deviation` · N(0, 1). */
export function gaussianParameter(noise: Random, shape: number[], deviation: number): tf.Variable {
  const values = Float32Array.from(
    { length: tf.util.sizeFromShape(shape) },
    () => deviation * noise.normal(),
  );
  return tf.tidy(() => tf.variable(tf.tensor(values, shape)));
}

export function zeroParameter(shape: number[]): tf.Variable {
  return tf.tidy(() => tf.variable(tf.zeros(shape)));
}
