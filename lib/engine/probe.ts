import * as tf from "@tensorflow/tfjs-core";
import { random } from "../core/values";

/** The result of a short training run on an engine. */
export interface Probe {
  /** The loss before each step. */
  losses: number[];
  /** Milliseconds of the last step: forward, backward and update. */
  stepMs: number;
}

/** The losses that plain JavaScript computes on 33 images. A working engine gives the same. */
export const expectedLosses = [0.6895, 0.58147, 0.50939];

/**
 * Trains a tiny network like the paper's (convolution → max-pool → convolution → dense → ℓ2) for three steps on the current
 * engine. This shows whether the engine can train, whether its numbers are right and, with more images, how fast it is.
 */
export async function probe(imageCount = 33): Promise<Probe> {
  const noise = random(1);
  const values = (shape: number[], scale: number) =>
    tf.tensor(
      Float32Array.from({ length: tf.util.sizeFromShape(shape) }, () => scale * noise.normal()),
      shape,
    );
  const variable = (shape: number[], scale: number) => tf.tidy(() => tf.variable(values(shape, scale)));
  const weights = [variable([5, 5, 1, 8], 0.3), variable([4, 4, 8, 32], 0.2), variable([32, 16], 0.3)] as [
    tf.Variable<tf.Rank.R4>,
    tf.Variable<tf.Rank.R4>,
    tf.Variable<tf.Rank.R2>,
  ];
  const images = values([imageCount, 12, 12, 1], 1) as tf.Tensor4D;

  const losses: number[] = [];
  let stepMs = Infinity;
  try {
    for (let step = 0; step < 3; step++) {
      const start = performance.now();
      const loss = tf.tidy(() => {
        const { value, grads } = tf.variableGrads(() => tripletLoss(images, weights));
        for (const weight of weights) weight.assign(tf.sub(weight, tf.mul(grads[weight.name], 0.1)));
        return value;
      });
      losses.push((await loss.data())[0]);
      loss.dispose();
      stepMs = performance.now() - start;
    }
  } finally {
    tf.dispose([images, ...weights]);
  }
  return { losses, stepMs };
}

/** Whether the losses agree with those of plain JavaScript, to float32 accuracy. */
export function isRight(losses: number[]): boolean {
  return losses.every((loss, step) => Math.abs(loss - expectedLosses[step]) < 1e-3);
}

function tripletLoss(
  images: tf.Tensor4D,
  [first, second, dense]: [tf.Tensor4D, tf.Tensor4D, tf.Tensor2D],
): tf.Scalar {
  const pooled = tf.maxPool(tf.conv2d(images, first, 1, "valid"), 2, 2, "valid");
  const features = tf.reshape(tf.relu(tf.conv2d(pooled, second, 1, "valid")), [-1, 32]);
  const projected = tf.matMul(features, dense);
  const z = tf.div(projected, tf.norm(projected, 2, 1, true));
  const [anchor, positive, negative] = tf.split(z, 3);
  const near = tf.sum(tf.squaredDifference(anchor, positive), 1);
  const far = tf.sum(tf.squaredDifference(anchor, negative), 1);
  return tf.mean(tf.softplus(tf.sub(near, far)));
}
