import {
  about,
  atLeast,
  between,
  flag,
  notNegative,
  oneOf,
  readOptions,
  settingsSchema,
} from "../core/options";
import { graphDefaults } from "../graph";
import { angularLoss, metricDefaults } from "../losses";
import { affinityMiner } from "../mining";
import {
  agmlLearningRate,
  assembleParts,
  euclideanMetric,
  grassmannMetric,
  learnerClass,
  optionsOfParts,
  partNames,
  trainingDefaults,
  trainingRanges,
  type TrainingOptions,
  type TrainingSettings,
} from "../train";

/** The settings of AGML. The paper's values are the defaults (appendix, "Implementation details"). */
export interface AgmlOptions extends TrainingOptions {
  /** Neighbors per point. Default 10. */
  k?: number;
  /** γ of the propagation. Default 0.99. */
  gamma?: number;
  /** α of the loss, in degrees. Default 40. */
  alpha?: number;
  /** l, the columns of L. Default half of the network's d: 64 for MNIST, 32 for CIFAR-10. */
  metricDimension?: number | undefined;
  /** Iterations of conjugate gradients on L per mini-batch. Default 10. */
  metricIterations?: number;
  /** How L starts: "random" (default), or "leading", the first axes, which after "half-whitening" are the principal directions. */
  metricStart?: "random" | "leading";
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
  metricStart: "random",
  orthogonal: true,
  anchors: "all",
  reduction: "mean",
} as const);

/** All settings with their values; two of them are settled once the network is known. */
export type AgmlSettings = TrainingSettings &
  Required<Omit<AgmlOptions, keyof TrainingOptions | "metricDimension">> & {
    metricDimension: number | undefined;
  };

/** What each option means, its valid values and its default; `ssdml train --help` prints them. */
export const agmlSchema = settingsSchema<AgmlSettings>(agmlDefaults, {
  ...trainingRanges,
  batchSize: about("triplets of a mini-batch", atLeast(1)),
  learningRate: about(
    `learning rate of SGD; by default ${agmlLearningRate("cifar")}, for 28 × 28 pixels ${agmlLearningRate("mnist")}`,
    notNegative,
  ),
  k: about("neighbors per point in the graph", atLeast(2)),
  gamma: about("weight γ of the walk against the labels in the propagation", between(0, 1)),
  alpha: about("angle α of the loss, in degrees", between(0, 90)),
  metricDimension: about("columns of L; by default half as many as the network's outputs", atLeast(1)),
  metricIterations: about("iterations of conjugate gradients on L per mini-batch", atLeast(0)),
  metricStart: about(
    "how L starts; leading are the first axes, after half-whitening the principal directions",
    oneOf(["random", "leading"]),
  ),
  orthogonal: about(
    "whether L has orthonormal columns; if not, L is any matrix: the paper's ablation",
    flag(),
  ),
  anchors: about("which points are anchors of triplets", oneOf(["all", "modes"])),
  reduction: about("how the network's loss combines the triplets of a mini-batch", oneOf(["mean", "sum"])),
});

/**
 * Affinity guided geometric semi-supervised metric learning (Dutta, Harandi, Sekhar 2020), Algorithm 1: learns a network and a metric L on
 * Gr(d, l) from a few labeled and many unlabeled images or feature vectors (label −1). Graph → affinities → triplets on a partition; on each
 * mini-batch a few conjugate-gradient iterations on L and a step of SGD on θ. Every part can be replaced.
 *
 * @example
 * const model = await new AGML({ network: mlp([4]), k: 2, epochs: 2, epochsPerPartition: 1 }).fit(x, labels);
 * model.transform(x).shape; // → [6, 2]
 */
export class AGML extends learnerClass<AgmlOptions, AgmlSettings>({
  name: "AGML",
  replaceable: partNames,
  optionsOfParts: {
    miner: ["k", "gamma", "anchors"],
    loss: ["alpha", "reduction"],
    metric: ["metricDimension", "metricIterations", "metricStart", "orthogonal"],
    ...optionsOfParts,
  },
  readOptions: (options) => readOptions("AGML", options as unknown, agmlSchema) as unknown as AgmlSettings,
  assemble(settings, given) {
    const { k, gamma, anchors, alpha, reduction } = settings;
    const shape = {
      dimension: settings.metricDimension,
      iterations: settings.metricIterations,
      start: settings.metricStart,
    };
    const {
      miner = affinityMiner({ k, gamma, anchors }),
      loss = angularLoss({ alpha, reduction }),
      metric = settings.orthogonal ? grassmannMetric(shape) : euclideanMetric(shape),
    } = given;
    return assembleParts(settings, { ...given, miner, loss, metric }, agmlLearningRate);
  },
}) {}
