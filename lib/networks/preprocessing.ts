import * as tf from "@tensorflow/tfjs-core";
import { breather } from "../common/breathe";
import { UserError } from "../common/errors";
import type { NamedArray } from "../common/files/safetensors";
import type { Images } from "../datasets/images";
import { imageTensor } from "./imageTensor";
import { clampedInverseRoot } from "./clampedInverseRoot";

/** What is done to images before a network sees them, learned from the training images. */
export interface Preprocessing {
  name: string;
  /** What was learned, to be saved with a model. */
  arrays: Record<string, NamedArray>;
  /** Prepares a batch [n, height, width, channels]. */
  apply(images: tf.Tensor4D): tf.Tensor4D;
  /** Frees the tensors that `apply` uses. */
  dispose(): void;
}

const batchSize = 1000;

/** Leaves images as they are. */
export const asTheyAre = (): Preprocessing => preprocessingFrom("none", {});

/** x − x̄ with the mean image x̄, as MatConvNet does for MNIST. */
export function subtractMean(images: Images): Preprocessing {
  return preprocessingFrom("mean", { mean: { data: meanImage(images), shape: images.shape.slice(1) } });
}

/**
 * What MatConvNet does to CIFAR-10. The mean image is subtracted; each image is centred and its contrast normalised,
 * x ← x·s̄ / max(s, 40) with its standard deviation s and their mean s̄; then it is whitened by V diag(e / max(√λ, 10)) Vᵀ, where
 * V diag(λ) Vᵀ is the covariance and e² the mean of λ.
 */
export async function whiten(
  images: Images,
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<Preprocessing> {
  const breathe = breather(signal);
  const size = images.shape.slice(1).reduce((product, extent) => product * extent, 1);
  const mean = { data: meanImage(images), shape: images.shape.slice(1) };
  const contrast = { data: Float32Array.of(await meanDeviation(images, mean)), shape: [1] };
  const covariance = tf.tidy(() => tf.variable(tf.zeros([size, size]), false)) as unknown as tf.Tensor2D &
    tf.Variable;
  for (const batch of batches(images)) {
    tf.tidy(() => {
      const x = normalizeContrast(
        tf.reshape(tf.sub(imageTensor(images, ...batch), tensorOf(mean)), [-1, size]),
        contrast.data[0],
      );
      covariance.assign(tf.add(covariance, tf.mul(tf.matMul(x, x, true, false), 1 / images.shape[0])));
    });
    await breathe();
  }
  const matrix = await clampedInverseRoot(covariance, 10, breathe);
  const diagonal = tf.tidy(() => tf.mean(tf.sum(tf.mul(covariance, tf.eye(size)), 1)));
  const [energy] = await diagonal.data();
  const scaled = tf.tidy(() => tf.mul(matrix, Math.sqrt(energy)));
  const data = (await scaled.data()) as Float32Array;
  tf.dispose([covariance, matrix, diagonal, scaled]);
  return preprocessingFrom("whitening", { mean, contrast, matrix: { data, shape: [size, size] } });
}

/** A preprocessing from its name and what it had learned. */
export function preprocessingFrom(name: string, arrays: Record<string, NamedArray>): Preprocessing {
  const tensors = Object.fromEntries(
    Object.entries(arrays).map(([key, array]) => [key, tf.keep(tensorOf(array))]),
  );
  const dispose = () => {
    tf.dispose(tensors);
  };
  const centered = (images: tf.Tensor4D) => tf.sub<tf.Tensor4D>(images, tensors.mean);
  switch (name) {
    case "none":
      return { name, arrays, dispose, apply: (images) => tf.clone(images) };
    case "mean":
      return { name, arrays, dispose, apply: (images) => tf.tidy(() => centered(images)) };
    case "whitening":
      return {
        name,
        arrays,
        dispose,
        apply: (images) =>
          tf.tidy(() => {
            const rows = tf.reshape<tf.Rank.R2>(centered(images), [images.shape[0], -1]);
            const x = normalizeContrast(rows, arrays.contrast.data[0]);
            return tf.reshape(tf.matMul(x, tensors.matrix as tf.Tensor2D), images.shape);
          }),
      };
    default:
      throw new UserError(`there is no preprocessing "${name}"; there are "none", "mean" and "whitening".`);
  }
}

/** Prepares many images, batch by batch. */
export async function preprocessImages(images: Images, preprocessing: Preprocessing): Promise<Images> {
  const data = new Float32Array(images.data.length);
  const size = data.length / images.shape[0];
  for (const [first, end] of batches(images)) {
    const prepared = tf.tidy(() => preprocessing.apply(imageTensor(images, first, end)));
    data.set(await prepared.data<"float32">(), first * size);
    prepared.dispose();
  }
  return { data, shape: images.shape };
}

function batches(images: Images): [first: number, end: number][] {
  const [count] = images.shape;
  return Array.from({ length: Math.ceil(count / batchSize) }, (_, i) => [
    i * batchSize,
    Math.min(count, (i + 1) * batchSize),
  ]);
}

function meanImage({ data, shape }: Images): Float32Array {
  const size = data.length / shape[0];
  const sum = new Float64Array(size);
  for (let at = 0; at < data.length;) for (let c = 0; c < size; c++, at++) sum[c] += data[at];
  return Float32Array.from(sum, (value) => value / shape[0]);
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

/** Rows centred and scaled by s̄ / max(s, 40). */
function normalizeContrast(rows: tf.Tensor2D, meanDeviation: number): tf.Tensor2D {
  const x = centerRows(rows);
  return tf.mul(x, tf.div(meanDeviation, tf.maximum(deviations(x), 40)));
}

function centerRows(rows: tf.Tensor2D): tf.Tensor2D {
  return tf.sub(rows, tf.mean(rows, 1, true));
}

/** The standard deviation of the entries of each centred row, [n, 1]. */
function deviations(centered: tf.Tensor2D): tf.Tensor {
  return tf.sqrt(tf.div(tf.sum(tf.square(centered), 1, true), centered.shape[1] - 1));
}

function tensorOf({ data, shape }: NamedArray): tf.Tensor {
  return tf.tensor(data, shape, "float32");
}
