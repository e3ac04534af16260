import { check } from "../../common/errors";
import { graphDefaults } from "../../graph/defaults";
import { metricDefaults } from "../../losses";
import { sgdDefaults } from "../../train/sgd";

/** The settings of AGML. The paper's values are the defaults (appendix, "Implementation details"). */
export interface AgmlOptions {
  /** Everything random follows from it. Default 1. */
  seed?: number;
  /**
   * What is done to images first. MatConvNet subtracts the "mean" image for MNIST and normalises contrast and whitens
   * ("whitening") for CIFAR-10. Default "auto": "whitening" for images of 32 × 32 × 3, else "none", which does better than "mean" on held-out
   * images of MNIST and Fashion-MNIST.
   */
  preprocessing?: "auto" | "none" | "mean" | "whitening";
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
  /** Unlabeled images of a partition; the labeled ones are in all of them. Default 9,000. */
  partitionSize?: number;
  /** Epochs on a partition before the next one is drawn. Default 10. */
  epochsPerPartition?: number;
  /** Epochs in all. Default 50. */
  epochs?: number;
  /** Triplets of a mini-batch. Default 100. */
  batchSize?: number;
  /** Which points are anchors. Default "all". */
  anchors?: "all" | "modes";
  /** The network's loss is the "mean" (default) or the "sum" over the batch. */
  reduction?: "mean" | "sum";
  /** SGD's learning rate. Default that of the network: see `agmlLearningRate`. */
  learningRate?: number | undefined;
  /** The learning rate is multiplied by it at every new partition. Default 1. */
  learningRateDecay?: number;
  momentum?: number;
  weightDecay?: number;
  /** Epochs of softmax pretraining on the labeled images. Default 0; the paper takes 30 for CIFAR-10. */
  pretrainingEpochs?: number;
  /** Learning rate of the pretraining. Default 0.05. */
  pretrainingLearningRate?: number;
  /** Stop after so many epochs without a better validation score. Default Infinity: never. */
  patience?: number;
}

export const agmlDefaults = Object.freeze({
  seed: 1,
  preprocessing: "auto",
  ...graphDefaults,
  ...metricDefaults,
  metricIterations: 10,
  orthogonal: true,
  partitionSize: 9000,
  epochsPerPartition: 10,
  epochs: 50,
  batchSize: 100,
  anchors: "all",
  reduction: "mean",
  momentum: sgdDefaults.momentum,
  weightDecay: sgdDefaults.weightDecay,
  learningRateDecay: 1,
  pretrainingEpochs: 0,
  pretrainingLearningRate: 0.05,
  patience: Infinity,
} as const);

/**
 * The learning rate where none is given. The paper's is 1e-4. The MNIST network starts with weights so small that such
 * steps tear its embeddings apart (after 150 mini-batches Recall@1 of 4,000 held-out digits is 58 %, down from 90 %): 2e-7 was chosen
 * on held-out images.
 */
export function agmlLearningRate(network: string): number {
  return network === "mnist" ? 2e-7 : sgdDefaults.learningRate;
}

/** All settings with their values; two of them are settled once the network is known. */
export type AgmlSettings = Required<Omit<AgmlOptions, Settled>> & Pick<AgmlOptions, Settled>;
type Settled = "metricDimension" | "learningRate";

type Range = [smallest: number, largest: number, whole: boolean];
const whole = (smallest: number): Range => [smallest, Infinity, true];

/** What each number may be, both ends included. */
const ranges: Partial<Record<keyof AgmlOptions, Range>> = {
  seed: [-(2 ** 53 - 1), 2 ** 53 - 1, true],
  k: whole(2),
  gamma: [Number.MIN_VALUE, 1 - 2 ** -53, false],
  alpha: [Number.MIN_VALUE, 90 - 1e-9, false],
  metricDimension: whole(1),
  metricIterations: whole(0),
  partitionSize: whole(1),
  epochsPerPartition: whole(1),
  epochs: whole(0),
  batchSize: whole(1),
  learningRate: [0, Infinity, false],
  learningRateDecay: [0, Infinity, false],
  momentum: [0, 1, false],
  weightDecay: [0, Infinity, false],
  pretrainingEpochs: whole(0),
  pretrainingLearningRate: [0, Infinity, false],
};

const choices = {
  preprocessing: ["auto", "none", "mean", "whitening"],
  anchors: ["all", "modes"],
  reduction: ["mean", "sum"],
  orthogonal: [true, false],
};

/** Fills in the defaults and refuses what cannot be meant. */
export function readAgmlOptions(options: AgmlOptions): AgmlSettings {
  const known = [...Object.keys(agmlDefaults), "metricDimension", "learningRate"];
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  check(
    unknown === undefined,
    () => `AGML: there is no option ${unknown}; the options are ${known.join(", ")}.`,
  );
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  const settings = { ...agmlDefaults, ...given } as AgmlSettings;
  for (const [name, [smallest, largest, isWhole]] of Object.entries(ranges)) {
    const value = settings[name as keyof AgmlSettings];
    if (value === undefined) continue;
    const fits = isWhole ? Number.isInteger(value) : Number.isFinite(value);
    check(fits && Number(value) >= smallest && Number(value) <= largest, () => {
      const limits = largest === Infinity ? `at least ${smallest}` : `within ${describe(name)}`;
      return `AGML: ${name} must be ${isWhole ? "a whole number, " : ""}${limits}, got ${String(value)}.`;
    });
  }
  for (const [name, allowed] of Object.entries(choices)) {
    const value = settings[name as keyof typeof choices];
    check(
      (allowed as unknown[]).includes(value),
      () =>
        `AGML: ${name} must be ${allowed.map((choice) => JSON.stringify(choice)).join(" or ")}, got ${JSON.stringify(value)}.`,
    );
  }
  check(
    settings.patience >= 1,
    () => `AGML: patience must be at least 1 epoch, or Infinity, got ${settings.patience}.`,
  );
  return settings;
}

function describe(name: string): string {
  const open: Record<string, string> = { gamma: "(0, 1)", alpha: "(0, 90)", momentum: "[0, 1]" };
  return open[name] ?? "the safe integers";
}
