import * as tf from "@tensorflow/tfjs-core";
import { between, finiteNumber, flag, positive, readOptions } from "../core/options";
import { angleFactor } from "./angularMargins";
import { callableLoss, type CallableLoss } from "./callableLoss";
import type { LossBatch } from "./loss";
import { metricDefaults } from "./metricProblem";

export interface BatchAngularLossOptions {
  /** α, in degrees. Default 40. */
  alpha?: number;
  /** s: how much the hardest negatives count. Default 4. */
  scale?: number;
  /** The relation above which a pair is positive. Default 0.2. */
  positiveAbove?: number;
  /** The share of an anchor's own views in its positives, where a batch holds several views of each example. Default 0.2. */
  ownViews?: number;
  /** Whether positive pairs are weighted by the confidences of both ends. Default false. */
  weighted?: boolean;
}

const batchAngularSchema = {
  alpha: between(0, 90, { default: metricDefaults.alpha }),
  scale: positive({ default: 4 }),
  positiveAbove: finiteNumber({ min: -1, max: 1, default: 0.2 }),
  ownViews: finiteNumber({ min: 0, below: 1, default: 0.2 }),
  weighted: flag({ default: false }),
};

/**
 * Eq. 1 with every negative of the batch at once. For each positive pair (a, p) the negatives n are joined by log-sum-exp,
 * log(1 + Σₙ νₐₙ exp(s·mₐₚₙ)), mₐₚₙ = ‖Lᵀ(zₐ − zₚ)‖² − 4tan²α‖Lᵀ(zₙ − (zₐ + zₚ)/2)‖², with νₐₙ = (1 − relation)/2; the result is the mean
 * over all positive pairs, weighted by the confidences of both ends if `weighted`. An anchor's other views have a fixed share among its
 * positives. Which pairs are positive and negative comes from the batch's relations, not from its triplets.
 *
 * With y = Lᵀz and t = 4tan²α, m splits into terms of (a, p), of (a, n) and of (p, n), so that the sums over n for all pairs are one product
 * of two [b, b] matrices: Σₙ νₐₙ exp(st(yₐ·yₙ − ‖yₙ‖²)) · exp(st yₚ·yₙ).
 *
 * @example const model = new AGML2({ loss: batchAngularLoss({ alpha: 45 }) });
 */
export function batchAngularLoss(options: BatchAngularLossOptions = {}): CallableLoss {
  const settings = readOptions("batchAngularLoss", options, batchAngularSchema);
  const { alpha, scale } = settings;
  const t = angleFactor(alpha);
  return callableLoss("batchAngularLoss", settings, (batch: LossBatch): tf.Scalar => {
    const { projected: y } = batch;
    const b = batch.relations.shape[0];
    const negatives = batch.relations.data.map((relation) => Math.max(0, (1 - relation) / 2));
    const { weights: pairs, total } = positivePairs(batch, settings);
    return tf.tidy(() => {
      const square = (values: Float32Array) => tf.tensor2d(values, [b, b]);
      const products = tf.matMul(y, y, false, true);
      const norms = tf.sum(tf.square(y), 1);
      const [down, across] = [tf.reshape(norms, [b, 1]), tf.reshape(norms, [1, b])];
      const ofPair = tf.sub(tf.mul(tf.add(down, across), 1 - t / 4), tf.mul(products, 2 + t / 2));
      const weight = scale * t;
      const shift = (exponents: tf.Tensor) => {
        const largest = largestOfRows(exponents);
        return { largest, exponentials: tf.exp(tf.sub(exponents, largest)) };
      };
      const first = shift(tf.mul(tf.sub(products, across), weight));
      const second = shift(tf.mul(products, weight));
      const sums = tf.matMul(tf.mul(first.exponentials, square(negatives)), second.exponentials, false, true);
      const exponents = tf.addN([
        tf.mul(ofPair, scale),
        tf.log(tf.add(sums, smallest)),
        tf.add(first.largest, tf.transpose(second.largest)),
      ]);
      const weighed = tf.mul(tf.softplus(exponents), square(pairs));
      return tf.div<tf.Scalar>(tf.sum(weighed), Math.max(total, smallest));
    });
  });
}

/** What each pair (a, p) of a batch counts for as a positive one, [b, b], and the sum of it. */
function positivePairs(
  { relations: { data: relations, shape }, confidence, positions }: LossBatch,
  { positiveAbove, ownViews, weighted }: Required<BatchAngularLossOptions>,
): { weights: Float32Array; total: number } {
  const b = shape[0];
  const weights = new Float32Array(b * b);
  let total = 0;
  for (let i = 0; i < b; i++) {
    const views: number[] = [];
    let others = 0;
    for (let j = 0; j < b; j++) {
      const at = i * b + j;
      if (i === j) continue;
      if (positions[i] === positions[j]) views.push(at);
      else if (relations[at] > positiveAbove)
        others += weights[at] = weighted ? confidence[i] * confidence[j] : 1;
    }
    const own = others === 0 ? 1 : (others * ownViews) / (1 - ownViews);
    for (const at of views) weights[at] = own / views.length;
    total += others + (views.length > 0 ? own : 0);
  }
  return { weights, total };
}

/** The largest entry of each row, [b, 1], as a constant: what it is subtracted from and added to again does not depend on it. */
const largestOfRows = tf.customGrad((x) => ({
  value: tf.max(x as tf.Tensor, 1, true),
  gradFunc: (dy) => tf.mul(tf.zerosLike(x as tf.Tensor), tf.zeros(dy.shape)),
}));

/** Keeps the logarithm finite where a pair has no negative. */
const smallest = 1e-30;
