import * as tf from "@tensorflow/tfjs-core";
import { anyList, anyNumber, oneOf, optional, readOptions, readTensor, type Argument } from "../core/options";
import { check, plural } from "../core";
import { angularMargins } from "./angularMargins";
import { checkAlpha, checkWeights, metricDefaults } from "./metricProblem";

export interface AngularTripletLossOptions {
  /** The angle α at the negative, in degrees, within (0, 90). Default 40. */
  alpha?: number;
  /** "mean" (default) over the triplets, as the network's learning rate expects, or "sum" as in the paper's Eq. 1. */
  reduction?: "mean" | "sum";
  /** ωᵢ, what each triplet counts for, at least 0. Default 1. The mean is still over the number of triplets. */
  weights?: ArrayLike<number> | undefined;
}

const lossSchema = {
  alpha: { ...anyNumber, default: metricDefaults.alpha },
  reduction: oneOf(["mean", "sum"], { default: "mean" }),
  weights: optional(anyList as Argument<ArrayLike<number>>),
};

/**
 * The metric loss as a differentiable scalar tensor: the mean or the sum of ωᵢ log(1 + exp(mᵢ)), mᵢ = ‖Lᵀ(zᵢ − zᵢ⁺)‖² −
 * 4tan²α‖Lᵀ(zᵢ⁻ − (zᵢ + zᵢ⁺)/2)‖². Paper §2, Eq. 1. Gradients flow to the embeddings [T, d] and to L [d, l] alike, by `tf.grads` or `tf.variableGrads`.
 * The paper sums; with the sum embeddings collapse within an epoch at its learning rate, so the default is the mean.
 *
 * @example
 * const anchors = tf.tensor2d([[0, 0]]);
 * const positives = tf.tensor2d([[0, 1]]);
 * const negatives = tf.tensor2d([[5, 5]]);
 * angularTripletLoss(anchors, positives, negatives, tf.eye(2)).dataSync()[0]; // → 0
 */
export function angularTripletLoss(
  anchors: tf.Tensor2D,
  positives: tf.Tensor2D,
  negatives: tf.Tensor2D,
  metric: tf.Tensor2D,
  options: AngularTripletLossOptions = {},
): tf.Scalar {
  const caller = "angularTripletLoss";
  const { alpha, reduction, weights } = readOptions(caller, options, lossSchema);
  checkAlpha(caller, alpha);
  for (const [name, tensor] of Object.entries({ anchors, positives, negatives, metric }))
    readTensor(tensor, `${caller}: ${name}`);
  const shape = String(anchors.shape);
  check(
    shape === String(positives.shape) && shape === String(negatives.shape) && anchors.rank === 2,
    () =>
      `angularTripletLoss: z, z⁺ and z⁻ must have the same shape [T, d], got [${shape}], [${String(positives.shape)}] and [${String(negatives.shape)}].`,
  );
  return tf.tidy(() => {
    const p: tf.Tensor2D = tf.sub(anchors, positives);
    const q: tf.Tensor2D = tf.sub(negatives, tf.mul(tf.add(anchors, positives), 0.5));
    return angularCost(caller, p, q, metric, { alpha, reduction, weights });
  });
}

/** The same from differences p and q, [T, d]. `caller` is for error texts. */
export function angularCost(
  caller: string,
  p: tf.Tensor2D,
  q: tf.Tensor2D,
  metric: tf.Tensor2D,
  {
    alpha,
    reduction,
    weights,
  }: Pick<AngularTripletLossOptions, "weights"> & Required<Omit<AngularTripletLossOptions, "weights">>,
): tf.Scalar {
  check(
    metric.rank === 2 && metric.shape[0] === p.shape[1],
    () =>
      `${caller}: L must have ${plural(p.shape[1], "row")}, as z has columns, got shape [${String(metric.shape)}].`,
  );
  checkWeights(caller, weights, p.shape[0]);
  const terms = tf.softplus(angularMargins(p, q, metric, alpha));
  const losses = weights === undefined ? terms : tf.mul(terms, tf.tensor1d(Float32Array.from(weights)));
  return reduction === "mean" ? tf.mean(losses) : tf.sum(losses);
}
