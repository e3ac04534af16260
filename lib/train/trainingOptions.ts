import {
  about,
  argument,
  atLeast,
  flag,
  fraction,
  notNegative,
  oneOf,
  seeds,
  type Ranges,
} from "../core/options";
import { choices, type ChooseBy } from "./chooseBy";
import { sgdDefaults } from "./optimizers/sgd";

/** The settings that all deep methods share. The paper's values are the defaults (appendix, "Implementation details"). */
export interface TrainingOptions {
  /** Everything random follows from it. Default 1. */
  seed?: number;
  /**
   * What is done to images first. MatConvNet subtracts the "mean" image for MNIST and normalizes contrast and whitens
   * ("whitening") for CIFAR-10. Default "auto": "whitening" for images of 32 × 32 × 3, else "none", which does better than "mean" on held-out
   * images of MNIST and Fashion-MNIST. "half-whitening" is for feature vectors (`halfWhiten`).
   */
  preprocessing?: "auto" | "none" | "mean" | "whitening" | "half-whitening";
  /** Unlabeled images of a partition; the labeled ones are in all of them. Default 9,000. */
  partitionSize?: number;
  /** Epochs on a partition before the next one is drawn. Default 10. */
  epochsPerPartition?: number;
  /** Epochs in all. Default 50. */
  epochs?: number;
  /** Constraints of a mini-batch: triplets for AGML, pairs for the others. Default 100 triplets or 150 pairs, 300 images each. */
  batchSize?: number;
  /** How many differently augmented copies of each example a mini-batch holds. Default 1. */
  views?: number;
  /** SGD's learning rate. Default that of the method for the network. */
  learningRate?: number | undefined;
  /** The learning rate is multiplied by it at every new partition. Default 1. */
  learningRateDecay?: number;
  /** Momentum of SGD. Default 0.9. */
  momentum?: number;
  /** Weight decay of SGD. Default 0.0005. */
  weightDecay?: number;
  /**
   * Epochs of softmax pretraining on the labeled images. Default 30 for color pictures, as the paper does for CIFAR-10; 0 for others and for
   * a network of your own.
   */
  pretrainingEpochs?: number | undefined;
  /** Learning rate of the pretraining. Default 0.005. */
  pretrainingLearningRate?: number;
  /**
   * Whether half of the pretraining's batches are mirrored, left to right. Default: those of color pictures, as in MatConvNet; a mirrored
   * digit is another sign.
   */
  pretrainingMirror?: boolean | undefined;
  /** What the best epoch is chosen by, on the validation images; the starting point is a candidate too. Default "nmi+recall". */
  chooseBy?: ChooseBy;
  /** The number of epochs without a better validation score after which training stops. Default Infinity: never. */
  patience?: number;
}

export const trainingDefaults = Object.freeze({
  seed: 1,
  preprocessing: "auto",
  partitionSize: 9000,
  epochsPerPartition: 10,
  epochs: 50,
  batchSize: 100,
  learningRate: undefined,
  momentum: sgdDefaults.momentum,
  weightDecay: sgdDefaults.weightDecay,
  learningRateDecay: 1,
  pretrainingEpochs: undefined,
  pretrainingLearningRate: 0.005,
  pretrainingMirror: undefined,
  chooseBy: "nmi+recall",
  patience: Infinity,
  views: 1,
} as const);

/** The settings of SGD and its schedule, which have no meaning beside another optimizer. */
export type SgdSettings = Pick<TrainingOptions, "momentum" | "weightDecay" | "learningRateDecay">;

/** The defaults that do not depend on the optimizer. */
export const commonDefaults = Object.freeze(
  Object.fromEntries(
    Object.entries(trainingDefaults).filter(
      ([name]) => !["momentum", "weightDecay", "learningRateDecay"].includes(name),
    ),
  ) as Omit<typeof trainingDefaults, keyof SgdSettings>,
);

/** What is decided once the shape of the examples and the network are known. */
type Undecided = "learningRate" | "pretrainingEpochs" | "pretrainingMirror";

/** All settings with their values. */
export type TrainingSettings = Required<Omit<TrainingOptions, Undecided | keyof SgdSettings>> &
  Required<Pick<TrainingOptions, Undecided>> & { [Name in keyof SgdSettings]?: number | undefined };

/** What each option means and its valid values; `ssdml train --help` prints them. */
export const trainingRanges: Ranges<TrainingSettings> = {
  seed: seeds,
  preprocessing: about(
    "what is done to images first; auto is whitening for 32 × 32 pixels in color, else none; half-whitening is for feature vectors",
    oneOf(["auto", "none", "mean", "whitening", "half-whitening"]),
  ),
  partitionSize: about("unlabeled images of a partition; all labeled ones are added", atLeast(1)),
  epochsPerPartition: about("epochs on a partition before the next one is drawn", atLeast(1)),
  epochs: about("epochs in all", atLeast(0)),
  batchSize: about("constraints of a mini-batch: triplets or pairs", atLeast(1)),
  views: about("differently augmented copies of each example in a mini-batch", atLeast(1)),
  learningRate: about("learning rate; by default the method's for the network", notNegative),
  learningRateDecay: about("factor of the learning rate at every new partition", notNegative),
  momentum: about("momentum of SGD", fraction()),
  weightDecay: about("weight decay of SGD", notNegative),
  pretrainingEpochs: about(
    "epochs of softmax pretraining on the labeled images; by default 30 for color pictures, else 0",
    atLeast(0),
  ),
  pretrainingLearningRate: about("learning rate of the pretraining", notNegative),
  pretrainingMirror: about(
    "whether half of the pretraining's batches are mirrored, left to right; by default those of color pictures",
    flag(),
  ),
  chooseBy: about(
    "what the best epoch is chosen by, on the validation images",
    oneOf(Object.keys(choices) as ChooseBy[]),
  ),
  patience: about(
    "epochs without a better validation score after which the run stops",
    argument("at least 1 epoch, or Infinity", (value) => typeof value === "number" && value >= 1),
  ),
};

/**
 * The first setting of a saved run that is another now, if there is one. A setting that the saved run does not know yet had its default, which
 * changes nothing.
 */
export function changedSetting(
  saved: Readonly<Record<string, unknown>>,
  settings: object,
  except: readonly string[] = [],
): string | undefined {
  const now = JSON.parse(JSON.stringify(settings)) as Record<string, unknown>;
  const added = Object.entries(newDefaults).filter(([name]) => Object.hasOwn(now, name));
  const before: Record<string, unknown> = { ...Object.fromEntries(added), ...saved };
  const names = new Set([...Object.keys(before), ...Object.keys(now)]);
  return [...names].find((name) => !except.includes(name) && before[name] !== now[name]);
}

/** Settings that earlier versions did not write. */
export const newDefaults = {
  views: trainingDefaults.views,
  chooseBy: trainingDefaults.chooseBy,
  metricStart: "random",
};
