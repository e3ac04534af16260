import * as tf from "@tensorflow/tfjs-core";
import { check, drainAsync, eventLoopYielder, mapStepsAsync } from "../core";
import { abortSignal, optional, readOptions } from "../core/options";
import type { MatrixLike } from "../core/values";
import { requireEngine } from "../engine";
import type { NamedArray } from "../io/files";
import { clampedInverseRoot, inverseRootSteps, type Steps } from "./clampedInverseRoot";
import { examplesTensor, readExamples, type Examples } from "./examples";
import { batches, meanImage, preprocessingFrom, tensorOf, type Preprocessing } from "./preprocessing";

/** Eigenvalues below this share of their mean are raised to it, so that directions without variance do not count more and more. */
const leastShare = 0.1;

/**
 * Half a whitening of feature vectors: x ← (x − x̄)·C^(−1/4) with their covariance C. Directions of large variance, which all features of a
 * pretrained network share, count less, but not as little as the smallest ones. On GoogLeNet's features of birds, nearest neighbors of
 * classes that were never seen are right more often than with the features as they are or fully whitened.
 *
 * @example
 * const preprocessing = await halfWhiten(x);
 * const model = await new AGML2({ preprocessing: "half-whitening", epochs: 2, k: 2 }).fit(x, labels); // the same, as part of a model
 */
export async function halfWhiten(
  features: MatrixLike,
  options: {
    /** Stops the work early: the promise is rejected with the signal's reason. */
    signal?: AbortSignal | undefined;
  } = {},
): Promise<Preprocessing> {
  requireEngine("halfWhiten");
  readOptions("halfWhiten", options, { signal: optional(abortSignal) });
  return drainAsync(halfWhiteningSteps(readExamples("halfWhiten", features), options));
}

/** `halfWhiten`, which on the way tells how far it has come. */
export async function* halfWhiteningSteps(
  features: Examples,
  { signal }: { signal?: AbortSignal | undefined } = {},
): AsyncGenerator<Steps, Preprocessing> {
  const yieldToEventLoop = eventLoopYielder(signal);
  const { shape } = features;
  check(
    shape.length === 2,
    () => `half-whitening is for feature vectors [n, d], got images of the shape [${shape.join(", ")}].`,
  );
  const mean = { data: meanImage(features), shape: shape.slice(1) };
  const covariance = covarianceOf(features, mean);
  try {
    const trace = tf.tidy(() => tf.mean(tf.sum(tf.mul(covariance, tf.eye(shape[1])), 1)));
    const [variance] = await trace.data();
    trace.dispose();
    check(
      variance > 0,
      () => "half-whitening needs feature vectors that differ, but all of them are equal. Leave it out.",
    );
    const half =
      (part: number) =>
      ({ done, total }: Steps) => ({ done: part * total + done, total: 2 * total });
    const floor = Math.sqrt(leastShare * variance);
    // R = C^(−1/2) and then R^(1/2) = R·R^(−1/2), whose eigenvalues are at least 1/√‖C‖.
    const root = yield* mapStepsAsync(clampedInverseRoot(covariance, floor, yieldToEventLoop), half(0));
    try {
      const least = 1 / Math.sqrt(Math.max(floor ** 2, variance * shape[1]));
      const inverse = yield* mapStepsAsync(inverseRootSteps(root, least, yieldToEventLoop), half(1));
      const matrix = tf.matMul(root, inverse);
      const data = (await matrix.data()) as Float32Array;
      tf.dispose([inverse, matrix]);
      return preprocessingFrom("half-whitening", { mean, matrix: { data, shape: [shape[1], shape[1]] } });
    } finally {
      root.dispose();
    }
  } finally {
    covariance.dispose();
  }
}

/** Σ (x − x̄)ᵀ(x − x̄)/n */
function covarianceOf(features: Examples, mean: NamedArray): tf.Tensor2D {
  const [count] = features.shape;
  return tf.tidy(() => {
    const center = tensorOf(mean);
    const parts = batches(features).map(([first, end]) =>
      tf.tidy(() => {
        const x = tf.sub<tf.Tensor2D>(examplesTensor(features, first, end), center);
        return tf.mul<tf.Tensor2D>(tf.matMul(x, x, true, false), 1 / count);
      }),
    );
    return parts.reduce((sum, part) => tf.add<tf.Tensor2D>(sum, part));
  });
}
