import * as tf from "@tensorflow/tfjs-core";
import { between, oneOf, readOptions } from "../core/options";
import { tripletDifferences } from "../mining";
import { angularCost, type AngularTripletLossOptions } from "./angularTripletLoss";
import { callableLoss, type CallableLoss } from "./callableLoss";
import type { LossBatch } from "./loss";
import { metricDefaults, metricProblem } from "./metricProblem";

export type AngularLossOptions = Omit<AngularTripletLossOptions, "weights">;

const angularSchema = {
  alpha: between(0, 90, { default: metricDefaults.alpha }),
  reduction: oneOf(["mean", "sum"], { default: "mean" }),
};

/**
 * The paper's loss (§2, Eq. 1) over the triplets of a batch: for the network the mean or the sum of ωᵢ log(1 + exp(mᵢ)); for L the sum, with
 * its gradient in closed form.
 *
 * @example const model = new AGML({ loss: angularLoss({ alpha: 45 }) });
 */
export function angularLoss(options: AngularLossOptions = {}): CallableLoss {
  const settings = readOptions("angularLoss", options, angularSchema);
  const { alpha, reduction } = settings;
  const value = ({ embeddings, metric, triplets }: LossBatch): tf.Scalar =>
    tf.tidy(() => {
      const { p, q } = tripletDifferences(embeddings, triplets);
      return angularCost("angularLoss", p, q, metric, { alpha, reduction, weights: triplets.weights });
    });
  const problem = ({ embeddings, triplets }: LossBatch) => {
    const { p, q } = tripletDifferences(embeddings, triplets);
    try {
      return metricProblem(p, q, { alpha, precision: "float32", weights: triplets.weights });
    } finally {
      tf.dispose([p, q]);
    }
  };
  return callableLoss("angularLoss", settings, value, { metricProblem: problem });
}
