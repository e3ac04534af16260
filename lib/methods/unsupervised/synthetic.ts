import { about, atLeast, between, notNegative } from "../../core/options";
import { syntheticLoss, syntheticLossDefaults } from "../../losses";
import { everyExample } from "../../mining";
import { euclideanMetric, learnerClass } from "../../train";
import {
  metricIterations,
  unsupervised,
  type UnsupervisedOptions,
  type UnsupervisedSettings,
} from "./unsupervised";

const { alpha, regularization } = syntheticLossDefaults;

/** The settings of Synthetic. */
export interface SyntheticOptions extends UnsupervisedOptions {
  /** α of the constraints, in degrees. Default 45. */
  alpha?: number;
  /** λ: how much ‖LᵀL − I‖² counts. Default 0.5. */
  regularization?: number;
  /** Iterations of conjugate gradients on L for each mini-batch. Default 10. */
  metricIterations?: number;
}

type Own = Record<"alpha" | "regularization" | "metricIterations", number>;

export const syntheticOptions = {
  alpha: about("angle α of the constraints, in degrees", between(0, 90, { default: alpha })),
  regularization: about("weight λ of ‖LᵀL − I‖²", { ...notNegative, default: regularization }),
  metricIterations: about("iterations of conjugate gradients on L for each mini-batch", {
    ...atLeast(0),
    default: metricIterations,
  }),
};

/**
 * Synthetic constraints (SUML; Dutta, Harandi, Sekhar 2020; paper, appendix): for random triplets of the mini-batch, synthetic points that an adversary makes hard; L and
 * the network lower the entropy of the guess which points are alike. It sees no label.
 *
 * @example
 * const model = await new Synthetic({ epochs: 2 }).fit(x, labels); // learns L alone
 * model.transform(x).shape; // → [6, 1]
 */
export class Synthetic extends learnerClass<SyntheticOptions, UnsupervisedSettings<Own>>(
  unsupervised<Own>({
    name: "Synthetic",
    own: syntheticOptions,
    training: { epochs: 10, epochsPerPartition: 1, batchSize: 120 },
    optionsOfParts: {
      loss: ["alpha", "regularization"],
      metric: ["metricDimension", "metricIterations", "metricStart"],
    },
    parts: ({ alpha, regularization, metricIterations: iterations, metricDimension, metricStart }) => ({
      miner: everyExample(),
      loss: syntheticLoss({ alpha, regularization }),
      metric: euclideanMetric({ dimension: metricDimension, start: metricStart, iterations }),
    }),
  }),
) {}
