import * as tf from "@tensorflow/tfjs-core";
import { between, readOptions } from "../core/options";
import { angleFactor } from "./angularMargins";
import { batchPairs, sumOf } from "./batchPairs";
import { callableLoss, type CallableLoss } from "./callableLoss";
import { metricDefaults } from "./metricProblem";
import { cosines, nothing } from "./rows";

export interface AngularNPairsLossOptions {
  /** α, in degrees. Default 40. */
  alpha?: number;
}

const angularNPairsSchema = { alpha: between(0, 90, { default: metricDefaults.alpha }) };

/**
 * The angular loss in its N-pair form (Wang, Zhou, Wen, Liu, Lin 2017, "Deep metric learning with angular loss", Eq. 8): the mean over all
 * positive pairs (a, p) of log(1 + Σₙ exp(fₐₚₙ)), fₐₚₙ = 4tan²α (yₐ + yₚ)·yₙ − 2(1 + tan²α) yₐ·yₚ, where n runs over all negatives of a in
 * the batch, and y are the rows of zL, scaled to length one.
 *
 * As f splits into terms of (a, n), (p, n) and (a, p), all sums over n are one product of two [b, b] matrices.
 *
 * @example
 * const far = [[1, 0], [1, 0], [-1, 0], [-1, 0]]; // f = −8tan²α − 2(1 + tan²α)
 * angularNPairsLoss({ alpha: 45 })(far, [0, 0, 1, 1]).dataSync()[0]; // → 0.000012
 */
export function angularNPairsLoss(options: AngularNPairsLossOptions = {}): CallableLoss {
  const settings = readOptions("angularNPairsLoss", options, angularNPairsSchema);
  const t = angleFactor(settings.alpha);
  return callableLoss("angularNPairsLoss", settings, (batch, alone) => {
    const { b, positives, negatives } = batchPairs(batch, alone !== undefined);
    const total = sumOf(positives);
    if (total === 0) return nothing(batch.projected);
    const hasNegative = Float32Array.from({ length: b }, (_, i) =>
      negatives.subarray(i * b, (i + 1) * b).includes(1) ? 1 : 0,
    );
    const counted = positives.map((one, at) => one * hasNegative[Math.floor(at / b)]);
    const s = cosines(batch.projected);
    // Cosines are at most 1, so that these exponentials are too.
    const exponentials = tf.exp(tf.mul(tf.sub(s, 1), t));
    const ofNegatives = tf.mul(exponentials, tf.tensor2d(negatives, [b, b]));
    const sums = tf.matMul(ofNegatives, exponentials, false, true);
    const f = tf.sub(tf.add(tf.log(tf.add(sums, smallest)), 2 * t), tf.mul(s, 2 + t / 2));
    return tf.div(tf.sum(tf.mul(tf.softplus(f), tf.tensor2d(counted, [b, b]))), total);
  });
}

/** Keeps the logarithm finite where an anchor has no negative. */
const smallest = 1e-37;
