import type * as tf from "@tensorflow/tfjs-core";

/** A network up to the layer before L: plain parameters and a function that uses them. */
export interface Network {
  name: string;
  /** What an image must look like: [height, width, channels]. */
  imageShape: [number, number, number];
  /** The length d of an embedding. */
  dimension: number;
  parameters: Record<string, tf.Variable>;
  /** Embeds a batch of images [n, height, width, channels] as ℓ2-normalised rows [n, d]; differentiable. */
  forward(images: tf.Tensor4D): tf.Tensor2D;
  /** Frees the parameters. */
  dispose(): void;
}
