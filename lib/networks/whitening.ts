import * as tf from "@tensorflow/tfjs-core";
import { drainAsync, eventLoopYielder, type YieldToEventLoop } from "../core";
import type { NamedArray } from "../io/files";
import { readSomeImages, type Images, type ImagesLike } from "../datasets";
import { requireEngine } from "../engine";
import { clampedInverseRoot, type Steps } from "./clampedInverseRoot";
import { centerRows, deviations, normalizeContrast } from "./contrast";
import { imageTensor } from "./imageTensor";
import { batches, meanImage, preprocessingFrom, tensorOf, type Preprocessing } from "./preprocessing";
import { abortSignal, optional, readOptions } from "../core/options";

const floor = 10;

/**
 * What MatConvNet does to CIFAR-10. The mean image is subtracted; each image is centred and its contrast normalised,
 * x ← x·s̄ / max(s, 40) with its standard deviation s and their mean s̄; then it is whitened by V diag(e / max(√λ, 10)) Vᵀ, where
 * V diag(λ) Vᵀ is the covariance and e² the mean of λ.
 *
 * @example
 * const preprocessing = await whiten(images);
 * preprocessing.apply(imageTensor(images, 0, 2)).shape; // → [2, 28, 28, 1]
 */
export async function whiten(
  images: ImagesLike,
  options: {
    /** Stops the work early: the promise is rejected with the signal's reason. */
    signal?: AbortSignal | undefined;
  } = {},
): Promise<Preprocessing> {
  requireEngine("whiten");
  readOptions("whiten", options, { signal: optional(abortSignal) });
  return drainAsync(whiteningSteps(readSomeImages("whiten", images), options));
}

/** `whiten`, which on the way tells how far it has come. */
export async function* whiteningSteps(
  images: Images,
  { signal }: { signal?: AbortSignal | undefined } = {},
): AsyncGenerator<Steps, Preprocessing> {
  const yieldToEventLoop = eventLoopYielder(signal);
  const [count, ...extents] = images.shape;
  const size = extents.reduce((product, extent) => product * extent, 1);
  const mean = { data: meanImage(images), shape: extents };
  const contrast = { data: Float32Array.of(await meanDeviation(images, mean)), shape: [1] };
  const rows = (batch: [first: number, end: number]) =>
    normalizeContrast(
      tf.reshape(tf.sub(imageTensor(images, ...batch), tensorOf(mean)), [-1, size]),
      contrast.data[0],
    );
  const { root, energy } =
    count < size
      ? yield* rootOfFew(
          tf.tidy(() => tf.concat(batches(images).map(rows))),
          yieldToEventLoop,
        )
      : yield* rootOfMany(batches(images), rows, size, count, yieldToEventLoop);
  const scaled = tf.tidy(() => tf.mul(root, Math.sqrt(energy)));
  const data = (await scaled.data()) as Float32Array;
  tf.dispose([root, scaled]);
  return preprocessingFrom("whitening", { mean, contrast, matrix: { data, shape: [size, size] } });
}

/** V diag(1 / max(√λ, 10)) Vᵀ, and the mean of λ. */
interface ClampedRoot {
  root: tf.Tensor2D;
  energy: number;
}

/** From the covariance C = XᵀX/n itself. */
async function* rootOfMany(
  positions: [first: number, end: number][],
  rows: (batch: [first: number, end: number]) => tf.Tensor2D,
  size: number,
  count: number,
  yieldToEventLoop: YieldToEventLoop,
): AsyncGenerator<Steps, ClampedRoot> {
  const covariance = tf.tidy(() => tf.variable(tf.zeros([size, size]), false)) as unknown as tf.Tensor2D &
    tf.Variable;
  try {
    for (const batch of positions) {
      tf.tidy(() => {
        const x = rows(batch);
        covariance.assign(tf.add(covariance, tf.mul(tf.matMul(x, x, true, false), 1 / count)));
      });
      await yieldToEventLoop();
    }
    const energy = await meanOfDiagonal(covariance);
    return { root: yield* clampedInverseRoot(covariance, floor, yieldToEventLoop), energy };
  } finally {
    covariance.dispose();
  }
}

/**
 * Fewer images than pixels: the Gram matrix K = XXᵀ/n has the eigenvalues of C other than 0, and with its root R the one of C is
 * I/10 + Xᵀ(R − I/10)R²X/n: where √λ ≤ 10, R is 1/10 and nothing is added; elsewhere R² = 1/λ.
 */
async function* rootOfFew(
  x: tf.Tensor2D,
  yieldToEventLoop: YieldToEventLoop,
): AsyncGenerator<Steps, ClampedRoot> {
  const [count, size] = x.shape;
  const gram = tf.tidy(() => tf.mul<tf.Tensor2D>(tf.matMul(x, x, false, true), 1 / count));
  try {
    const energy = (await meanOfDiagonal(gram)) * (count / size);
    const r = yield* clampedInverseRoot(gram, floor, yieldToEventLoop);
    const root = tf.tidy(() => {
      const added = tf.matMul(tf.sub<tf.Tensor2D>(r, tf.mul(tf.eye(count), 1 / floor)), tf.matMul(r, r));
      const inPixels = tf.matMul(x, tf.matMul(tf.mul<tf.Tensor2D>(added, 1 / count), x), true, false);
      return tf.add<tf.Tensor2D>(tf.mul(tf.eye(size), 1 / floor), inPixels);
    });
    r.dispose();
    return { root, energy };
  } finally {
    tf.dispose([x, gram]);
  }
}

async function meanOfDiagonal(matrix: tf.Tensor2D): Promise<number> {
  const mean = tf.tidy(() => tf.mean(tf.sum(tf.mul(matrix, tf.eye(matrix.shape[0])), 1)));
  const [value] = await mean.data();
  mean.dispose();
  return value;
}

/** The mean over the images of the standard deviation of their pixels, once the mean image is subtracted. */
async function meanDeviation(images: Images, mean: NamedArray): Promise<number> {
  let sum = 0;
  for (const batch of batches(images)) {
    const total = tf.tidy(() => {
      const x = tf.reshape<tf.Rank.R2>(tf.sub(imageTensor(images, ...batch), tensorOf(mean)), [
        batch[1] - batch[0],
        -1,
      ]);
      return tf.sum(deviations(centerRows(x)));
    });
    sum += (await total.data())[0];
    total.dispose();
  }
  return sum / images.shape[0];
}
