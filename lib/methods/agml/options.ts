import { text } from "../../core/options";
import { graphDefaults } from "../../graph/defaults";
import { metricDefaults } from "../../losses";
import { sgdDefaults } from "../../train/sgd";
import { atLeast, between, readSettings } from "../../core/options/settings";
import {
  trainingDefaults,
  trainingRanges,
  type TrainingOptions,
  type TrainingSettings,
} from "../../train/trainingOptions";

/** The settings of AGML. The paper's values are the defaults (appendix, "Implementation details"). */
export interface AgmlOptions extends TrainingOptions {
  /** Neighbours per point. Default 10. */
  k?: number;
  /** γ of the propagation. Default 0.99. */
  gamma?: number;
  /** α of the loss, in degrees. Default 40. */
  alpha?: number;
  /** l, the columns of L. Default half of the network's d: 64 for MNIST, 32 for CIFAR-10. */
  metricDimension?: number | undefined;
  /** Iterations of conjugate gradients on L per mini-batch. Default 10. */
  metricIterations?: number;
  /** False: L is any matrix, the paper's ablation. Default true: L has orthonormal columns. */
  orthogonal?: boolean;
  /** Which points are anchors. Default "all". */
  anchors?: "all" | "modes";
  /** The network's loss is the "mean" (default) or the "sum" over the batch. */
  reduction?: "mean" | "sum";
}

export const agmlDefaults = Object.freeze({
  ...trainingDefaults,
  ...graphDefaults,
  ...metricDefaults,
  metricDimension: undefined,
  metricIterations: 10,
  orthogonal: true,
  anchors: "all",
  reduction: "mean",
} as const);

/**
 * The learning rate where none is given. The paper's is 1e-4. The MNIST network starts with weights so small that such
 * steps tear its embeddings apart (after 150 mini-batches Recall@1 of 4,000 held-out digits is 58 %, down from 90 %): 2e-7 was chosen
 * on held-out images. So was 1e-5 for the CIFAR network, whose pretraining an epoch at 1e-4 partly undoes.
 */
export function agmlLearningRate(network: string): number {
  text.read(network, "agmlLearningRate: network");
  const known: Record<string, number> = { mnist: 2e-7, cifar: 1e-5 };
  return Object.hasOwn(known, network) ? known[network] : sgdDefaults.learningRate;
}

/** All settings with their values; two of them are settled once the network is known. */
export type AgmlSettings = TrainingSettings &
  Required<Omit<AgmlOptions, keyof TrainingOptions | "metricDimension">> & {
    metricDimension: number | undefined;
  };

/** Fills in the defaults and refuses what cannot be meant. */
export function readAgmlOptions(options: AgmlOptions): AgmlSettings {
  return readSettings<AgmlSettings>(
    "AGML",
    agmlDefaults,
    {
      ...trainingRanges,
      k: atLeast(2),
      gamma: between(0, 1),
      alpha: between(0, 90),
      metricDimension: atLeast(1),
      metricIterations: atLeast(0),
      orthogonal: [true, false],
      anchors: ["all", "modes"],
      reduction: ["mean", "sum"],
    },
    options,
  );
}
