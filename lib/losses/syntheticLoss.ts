import * as tf from "@tensorflow/tfjs-core";
import { namedPart, UserError } from "../core";
import { between, notNegative, readOptions, wholeNumber } from "../core/options";
import { random, type Random } from "../core/values";
import { angleFactor } from "./angularMargins";
import type { Loss, LossBatch, LossShape } from "./loss";

export interface SyntheticLossOptions {
  /** α, in degrees. Default 45. */
  alpha?: number;
  /** Random triplets of each mini-batch. Default 1,000. */
  triplets?: number;
  /** λ: how much ‖LᵀL − I‖² counts, beside the sum over the triplets. Default 0.5. */
  regularization?: number;
}

export const syntheticLossDefaults = Object.freeze({ alpha: 45, triplets: 1000, regularization: 0.5 });

export const syntheticLossRanges = {
  alpha: between(0, 90, { default: syntheticLossDefaults.alpha }),
  triplets: wholeNumber({ min: 1, default: syntheticLossDefaults.triplets }),
  regularization: { ...notNegative, default: syntheticLossDefaults.regularization },
};

/**
 * The objective of SUML (Dutta, Harandi, Sekhar 2020), which needs no labels. Of a random triplet of the mini-batch any two points may be the similar
 * ones, all three may be, or none: five cases c. In each, synthetic points s = Sᵀ[x; x′] of pairs should be where the metric wants them (m)
 * and where an adversary, which sees them without L, does not (a). With p = 1/(1 + exp(a + m)) the loss is, over T triplets,
 *
 * J = (1/T)·(Σ Σ_c −p log p + λ‖LᵀL − I‖²).
 *
 * Points of a case differ only in x′, so the upper half of S cancels, and s = Sᵀx′ with S, [d, d]. With D(x, y) = ‖LᵀSᵀ(x − y)‖², t = 4tan²α, and E the same without
 * L: for similar x, y and another z, m = softplus(f/max|f|) with f = D(x, y) − t‖LᵀSᵀ(z − (x + y)/2)‖², and a is the same of −f in E. Where all are
 * similar, m = D and a = −E of the second and third point; where none are, the opposite; both are divided by their largest.
 *
 * @example const model = new AGML({ miner: everyExample(), loss: syntheticLoss(), metric: euclideanMetric(), batchSize: 120 });
 */
export function syntheticLoss(options: SyntheticLossOptions = {}): Loss {
  const settings = readOptions("syntheticLoss", options, syntheticLossRanges);
  const t = angleFactor(settings.alpha);
  const loss = (batch: LossBatch): tf.Scalar => {
    const { embeddings, metric, learned } = batch;
    const drawn = drawTriplets(embeddings.shape[0], settings.triplets, random(batch.seed));
    const T = settings.triplets;
    return tf.tidy(() => {
      const synthetic = tf.matMul<tf.Tensor2D>(embeddings, learned.synthesizer);
      const inMetric = sidesOf(tf.matMul<tf.Tensor2D>(synthetic, metric), drawn);
      const plain = sidesOf(synthetic, drawn);
      const terms = [0, 1, 2].map((similar) => {
        const wanted = byLargest(tf.neg(angular(plain, similar, t)));
        const found = byLargest(angular(inMetric, similar, t));
        return entropyTerms(tf.add(tf.softplus(wanted), tf.softplus(found)));
      });
      const gap = tf.sub(byLargest(inMetric[2]), byLargest(plain[2]));
      const all = tf.addN([...terms, entropyTerms(gap), entropyTerms(tf.neg(gap))]);
      const excess = tf.sub(tf.matMul(metric, metric, true, false), tf.eye(metric.shape[1]));
      const penalty = tf.mul(tf.sum(tf.square(excess)), settings.regularization);
      return tf.div<tf.Scalar>(tf.add(tf.sum(all), penalty), T);
    });
  };
  const learned = ({ embedding: d }: LossShape, noise: Random) => ({
    synthesizer: tf.tensor2d(
      Float32Array.from({ length: d * d }, () => noise.normal() / Math.sqrt(d)),
      [d, d],
    ),
  });
  return namedPart("syntheticLoss", settings, Object.assign(loss, { learned }));
}

/** Three different places for each triplet. */
function drawTriplets(b: number, count: number, noise: Random): Int32Array[] {
  if (b < 3)
    throw new UserError(
      `syntheticLoss: a mini-batch must have at least 3 different examples, got ${b}. Raise batchSize, or pass more examples.`,
    );
  const roles = [0, 1, 2].map(() => new Int32Array(count));
  for (let i = 0; i < count; i++) noise.sample(b, 3).forEach((place, role) => (roles[role][i] = place));
  return roles;
}

/** The squared sides of each triplet: of the first and second point, first and third, second and third. */
function sidesOf(points: tf.Tensor2D, [first, second, third]: Int32Array[]): tf.Tensor[] {
  const b = points.shape[0];
  const norms = tf.sum(tf.square(points), 1);
  const squares = tf.sub(
    tf.add(tf.reshape(norms, [b, 1]), tf.reshape(norms, [1, b])),
    tf.mul(tf.matMul(points, points, false, true), 2),
  );
  const flat = tf.reshape(squares, [b * b]);
  const side = (x: Int32Array, y: Int32Array) =>
    tf.gather(
      flat,
      tf.tensor1d(
        x.map((at, i) => at * b + y[i]),
        "int32",
      ),
    );
  return [side(first, second), side(first, third), side(second, third)];
}

/** ‖x − y‖² − t‖z − (x + y)/2‖² where the points of one side are similar; by Apollonius' theorem from the sides alone. */
function angular(sides: readonly tf.Tensor[], similar: number, t: number): tf.Tensor {
  const others = sides.filter((_, side) => side !== similar);
  return tf.sub(tf.mul(sides[similar], 1 + t / 4), tf.mul(tf.add(others[0], others[1]), t / 2));
}

/** −p log p for p = 1/(1 + exp(u)). */
const entropyTerms = (u: tf.Tensor) => tf.mul(tf.sigmoid(tf.neg(u)), tf.softplus(u));

/** Divided by the largest absolute value, so that larger points are no way to a lower cost. */
const byLargest = (values: tf.Tensor) => tf.div(values, tf.add(largest(tf.abs(values)), 1e-12));

/** The maximum, whose gradient equal values share: the same pair may be in several triplets. */
const largest = tf.customGrad((values, save) => {
  const value = tf.max(values as tf.Tensor);
  (save as tf.GradSaveFunc)([values as tf.Tensor, value]);
  return {
    value,
    gradFunc: (dy, [values, value]) => {
      const equal = tf.cast(tf.equal(values, value), "float32");
      return tf.mul(equal, tf.div(dy, tf.sum(equal)));
    },
  };
});
