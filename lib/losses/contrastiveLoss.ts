import * as tf from "@tensorflow/tfjs-core";
import { finiteNumber, flag, oneOf, readOptions } from "../core/options";
import { batchPairs, masksOf, sumOf } from "./batchPairs";
import { callableLoss, type AloneCall, type CallableLoss } from "./callableLoss";
import { differentiatedProblem, type LossBatch } from "./loss";
import { asConstant, distancesBetween } from "./rows";
import type { TripletReduction } from "./tripletTerms";

export interface ContrastiveLossOptions {
  /** Positive pairs up to this distance cost nothing. Default 0. */
  positiveMargin?: number;
  /** Negative pairs from this distance on cost nothing. Default 1. */
  negativeMargin?: number;
  /** Whether the costs are squared, as in the paper. Default false, as in pytorch-metric-learning. */
  squared?: boolean;
  /** The mean over the "active" pairs, which cost more than 0 (default); the "mean" over all; or the "sum". */
  reduction?: TripletReduction;
}

const contrastiveSchema = {
  positiveMargin: finiteNumber({ min: 0, default: 0 }),
  negativeMargin: finiteNumber({ min: 0, default: 1 }),
  squared: flag({ default: false }),
  reduction: oneOf(["active", "mean", "sum"], { default: "active" }),
};

/**
 * The contrastive loss (Hadsell, Chopra, LeCun 2006): max(0, d − positiveMargin) of positive pairs, and max(0, negativeMargin − d) of negative ones,
 * with d the distance of the zL; each reduced by itself, then added. L is learned by the mean or the sum.
 *
 * @example
 * contrastiveLoss()([[0], [0.5], [0.6]], [0, 0, 1]).dataSync()[0]; // → 1.15
 */
export function contrastiveLoss(options: ContrastiveLossOptions = {}): CallableLoss {
  const settings = readOptions("contrastiveLoss", options, contrastiveSchema);
  const { positiveMargin, negativeMargin, squared, reduction } = settings;
  const valueBy = (by: TripletReduction) => (batch: LossBatch, alone?: AloneCall) => {
    const pairs = batchPairs(batch, alone !== undefined);
    const masks = masksOf(pairs);
    const d = distancesBetween(batch.projected, batch.projected, "euclidean");
    const part = (excess: tf.Tensor, mask: tf.Tensor, count: number) => {
      const costs = tf.mul(tf.relu(excess), mask);
      const sum = tf.sum<tf.Scalar>(squared ? tf.square(costs) : costs);
      if (by === "sum") return sum;
      return tf.div<tf.Scalar>(sum, by === "mean" ? Math.max(1, count) : asConstant(costs, active));
    };
    return tf.add<tf.Scalar>(
      part(tf.sub(d, positiveMargin), masks.of, sumOf(pairs.positives)),
      part(tf.sub(negativeMargin, d), masks.against, sumOf(pairs.negatives)),
    );
  };
  return callableLoss("contrastiveLoss", settings, valueBy(reduction), {
    // The mean over the active pairs jumps where one of them becomes inactive: no cost for a line search.
    metricProblem: (batch) => differentiatedProblem(valueBy(reduction === "sum" ? "sum" : "mean"), batch),
  });
}

/** The number of costs above 0, at least 1. */
const active = (costs: tf.Tensor): tf.Tensor => tf.maximum(tf.sum(tf.step(costs)), 1);
