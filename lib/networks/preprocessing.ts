import * as tf from "@tensorflow/tfjs-core";
import { readTensor } from "../core/options";
import { check } from "../core";
import { releaseWith } from "../core/engine";
import type { NamedArray } from "../io/files";
import { requireEngine } from "../engine";
import { normalizeContrast } from "./contrast";
import { examplesTensor, readExamples, type Examples, type ExamplesLike } from "./examples";

/** What is done to images before a network sees them, learned from the training images. */
export interface Preprocessing {
  name: string;
  /** What was learned, to be saved with a model. */
  arrays: Record<string, NamedArray>;
  /** Prepares a batch [n, height, width, channels] or [n, d]. */
  apply(images: tf.Tensor): tf.Tensor;
  /** Frees the tensors that `apply` uses. */
  dispose(): void;
}

const batchSize = 1000;

/**
 * Leaves images as they are.
 *
 * @example
 * const prepared = asTheyAre().apply(imageTensor(images, 0, 2));
 * prepared.shape; // → [2, 28, 28, 1]
 */
export const asTheyAre = (): Preprocessing => preprocessingFrom("none", {});

/**
 * x − x̄ with the mean image x̄, as MatConvNet does for MNIST.
 *
 * @example
 * const preprocessing = subtractMean(images);
 * preprocessing.apply(imageTensor(images, 0, 2)).shape; // → [2, 28, 28, 1]
 */
export function subtractMean(images: ExamplesLike): Preprocessing {
  requireEngine("subtractMean");
  const examples = readExamples("subtractMean", images);
  check(examples.data.length > 0, () => "subtractMean: images must hold at least one image, got none.");
  return preprocessingFrom("mean", { mean: { data: meanImage(examples), shape: examples.shape.slice(1) } });
}

/** The arrays of each preprocessing, and their shapes for images of a shape. */
const learnedShapes: Record<string, (image: readonly number[]) => Record<string, readonly number[]>> = {
  none: () => ({}),
  mean: (image) => ({ mean: image }),
  whitening: (image) => {
    const size = image.reduce((product, extent) => product * extent, 1);
    return { mean: image, contrast: [1], matrix: [size, size] };
  },
  "half-whitening": ([size]) => ({ mean: [size], matrix: [size, size] }),
};

/** Refuses what a preprocessing has learned where it is not for images of this shape. */
export function checkPreprocessing(
  { name, arrays }: Pick<Preprocessing, "name" | "arrays">,
  imageShape: readonly number[],
): void {
  for (const [key, shape] of Object.entries(learnedShapes[name](imageShape))) {
    const array = arrays[key] as NamedArray | undefined;
    check(
      array?.data instanceof Float32Array && array.shape.join() === shape.join(),
      () =>
        `the preprocessing "${name}" needs a float32 array ${key} of the shape [${shape.join(", ")}], got ${array ? `[${array.shape.join(", ")}]` : "nothing"}.`,
    );
  }
}

/** A preprocessing from its name and what it had learned. */
export function preprocessingFrom(
  name: string | undefined,
  arrays: Record<string, NamedArray>,
): Preprocessing {
  check(
    name !== undefined && Object.hasOwn(learnedShapes, name),
    () =>
      `there is no preprocessing "${name}"; there are ${Object.keys(learnedShapes)
        .map((known) => `"${known}"`)
        .join(", ")}.`,
  );
  checkPreprocessing({ name, arrays }, arrays.mean?.shape ?? []);
  const tensors = Object.fromEntries(
    Object.entries(arrays).map(([key, array]) => [key, tf.keep(tensorOf(array))]),
  );
  const dispose = () => {
    tf.dispose(tensors);
  };
  const centered = (images: tf.Tensor) => tf.sub<tf.Tensor>(checkBatch(images), tensors.mean);
  const checkBatch = (images: tf.Tensor) => {
    const { shape } = readTensor(images, "preprocessing.apply: images");
    const learned = arrays.mean?.shape.join(", ");
    check(
      learned === undefined || shape.slice(1).join(", ") === learned,
      () =>
        `preprocessing.apply: images must be [n, ${learned}], as those it was learned from, got a tensor of shape [${shape.join(", ")}].`,
    );
    return images;
  };
  const whitened = (images: tf.Tensor) => {
    const rows = tf.reshape<tf.Rank.R2>(centered(images), [images.shape[0], -1]);
    const x = normalizeContrast(rows, arrays.contrast.data[0]);
    return tf.reshape(tf.matMul(x, tensors.matrix as tf.Tensor2D), images.shape);
  };
  const apply = {
    none: (images: tf.Tensor) => tf.clone(checkBatch(images)),
    mean: centered,
    whitening: whitened,
    "half-whitening": (rows: tf.Tensor) => tf.matMul(centered(rows), tensors.matrix),
  };
  const preprocessing: Preprocessing = {
    name,
    arrays,
    dispose,
    apply: (images) => tf.tidy(() => apply[name as keyof typeof apply](images)),
  };
  releaseWith(preprocessing, Object.values(tensors));
  return preprocessing;
}

/** Prepares many images, batch by batch. */
export async function preprocessImages(images: Examples, preprocessing: Preprocessing): Promise<Examples> {
  const data = new Float32Array(images.data.length);
  const size = data.length / images.shape[0];
  for (const [first, end] of batches(images)) {
    const prepared = tf.tidy(() => preprocessing.apply(examplesTensor(images, first, end)));
    data.set(await prepared.data<"float32">(), first * size);
    prepared.dispose();
  }
  return { data, shape: images.shape };
}

/** The first and the end position of each batch. */
export function batches(images: Examples): [first: number, end: number][] {
  const [count] = images.shape;
  return Array.from({ length: Math.ceil(count / batchSize) }, (_, i) => [
    i * batchSize,
    Math.min(count, (i + 1) * batchSize),
  ]);
}

export function meanImage({ data, shape }: Examples): Float32Array {
  const size = data.length / shape[0];
  const sum = new Float64Array(size);
  for (let at = 0; at < data.length;) for (let c = 0; c < size; c++, at++) sum[c] += data[at];
  return Float32Array.from(sum, (value) => value / shape[0]);
}

export function tensorOf({ data, shape }: NamedArray): tf.Tensor {
  return tf.tensor(data, shape, "float32");
}
