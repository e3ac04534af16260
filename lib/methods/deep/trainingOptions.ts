import { check } from "../../common/errors";
import { sgdDefaults } from "../../train/sgd";

/** The settings that all deep methods share. The paper's values are the defaults (appendix, "Implementation details"). */
export interface TrainingOptions {
  /** Everything random follows from it. Default 1. */
  seed?: number;
  /**
   * What is done to images first. MatConvNet subtracts the "mean" image for MNIST and normalises contrast and whitens
   * ("whitening") for CIFAR-10. Default "auto": "whitening" for images of 32 × 32 × 3, else "none", which does better than "mean" on held-out
   * images of MNIST and Fashion-MNIST.
   */
  preprocessing?: "auto" | "none" | "mean" | "whitening";
  /** Unlabeled images of a partition; the labeled ones are in all of them. Default 9,000. */
  partitionSize?: number;
  /** Epochs on a partition before the next one is drawn. Default 10. */
  epochsPerPartition?: number;
  /** Epochs in all. Default 50. */
  epochs?: number;
  /** Constraints of a mini-batch: triplets for AGML, pairs for the others. Default 100 triplets or 150 pairs, 300 images each. */
  batchSize?: number;
  /** SGD's learning rate. Default that of the method for the network. */
  learningRate?: number | undefined;
  /** The learning rate is multiplied by it at every new partition. Default 1. */
  learningRateDecay?: number;
  momentum?: number;
  weightDecay?: number;
  /** Epochs of softmax pretraining on the labeled images. Default 0; the paper takes 30 for CIFAR-10. */
  pretrainingEpochs?: number;
  /** Learning rate of the pretraining. Default 0.01. */
  pretrainingLearningRate?: number;
  /** Stop after so many epochs without a better validation score. Default Infinity: never. */
  patience?: number;
}

export const trainingDefaults = Object.freeze({
  seed: 1,
  preprocessing: "auto",
  partitionSize: 9000,
  epochsPerPartition: 10,
  epochs: 50,
  batchSize: 100,
  momentum: sgdDefaults.momentum,
  weightDecay: sgdDefaults.weightDecay,
  learningRateDecay: 1,
  pretrainingEpochs: 0,
  pretrainingLearningRate: 0.01,
  patience: Infinity,
} as const);

/** All settings with their values; the learning rate is settled once the network is known. */
export type TrainingSettings = Required<Omit<TrainingOptions, "learningRate">> &
  Pick<TrainingOptions, "learningRate">;

/** What a number may be, both ends included, and how to say so where that is not "at least …". */
export type Range = readonly [smallest: number, largest: number, whole: boolean, words?: string];
export const whole = (smallest: number): Range => [smallest, Infinity, true];
export const openUnit: Range = [Number.MIN_VALUE, 1 - 2 ** -53, false, "(0, 1)"];
export const nonNegative: Range = [0, Infinity, false];

/** The names, numbers and choices that the options of a method may have. */
export interface OptionRules<Settings> {
  /** The default of every option that has one. */
  defaults: Partial<Settings>;
  /** Options that have no default. */
  settledLater?: readonly (keyof Settings & string)[];
  ranges: Partial<Record<keyof Settings, Range>>;
  choices?: Partial<Record<keyof Settings, readonly unknown[]>>;
}

const trainingRules: OptionRules<TrainingSettings> = {
  defaults: trainingDefaults,
  settledLater: ["learningRate"],
  ranges: {
    seed: [-(2 ** 53 - 1), 2 ** 53 - 1, true, "the safe integers"],
    partitionSize: whole(1),
    epochsPerPartition: whole(1),
    epochs: whole(0),
    batchSize: whole(1),
    learningRate: nonNegative,
    learningRateDecay: nonNegative,
    momentum: [0, 1, false, "[0, 1]"],
    weightDecay: nonNegative,
    pretrainingEpochs: whole(0),
    pretrainingLearningRate: nonNegative,
  },
  choices: { preprocessing: ["auto", "none", "mean", "whitening"] },
};

/** Fills in the defaults of training and of a method's own options, and refuses what cannot be meant. */
export function readTrainingOptions<Settings extends TrainingSettings>(
  method: string,
  options: object,
  own: OptionRules<Settings>,
): Settings {
  const all = { ...trainingRules.defaults, ...own.defaults };
  const known = [...Object.keys(all), ...trainingRules.settledLater!, ...(own.settledLater ?? [])];
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  check(
    unknown === undefined,
    () => `${method}: there is no option ${unknown}; the options are ${known.join(", ")}.`,
  );
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  const settings = { ...all, ...given } as unknown as Settings;
  const read = (name: string) => settings[name as keyof Settings];
  for (const [name, range] of Object.entries<Range>({ ...trainingRules.ranges, ...own.ranges } as never)) {
    const [smallest, largest, isWhole, words] = range;
    const value = read(name);
    if (value === undefined) continue;
    const fits = isWhole ? Number.isInteger(value) : Number.isFinite(value);
    check(fits && Number(value) >= smallest && Number(value) <= largest, () => {
      const limits = words === undefined ? `at least ${smallest}` : `within ${words}`;
      return `${method}: ${name} must be ${isWhole ? "a whole number, " : ""}${limits}, got ${String(value)}.`;
    });
  }
  const choices = { ...trainingRules.choices, ...own.choices } as Record<string, readonly unknown[]>;
  for (const [name, allowed] of Object.entries(choices)) {
    check(
      allowed.includes(read(name)),
      () =>
        `${method}: ${name} must be ${allowed.map((choice) => JSON.stringify(choice)).join(" or ")}, got ${JSON.stringify(read(name))}.`,
    );
  }
  check(
    settings.patience >= 1,
    () => `${method}: patience must be at least 1 epoch, or Infinity, got ${settings.patience}.`,
  );
  return settings;
}
