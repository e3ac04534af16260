import { check } from "../core";
import { anything, functionValue, optional, readOptions, readSettings, text } from "../core/options";
import { angularLoss } from "../losses";
import { affinityMiner } from "../mining";
import type { DeepLearnerClass } from "./deepLearner";
import { learnerClass } from "./learner";
import type { Method } from "./method";
import { grassmannMetric } from "./metrics";
import { sgd, sgdDefaults } from "./optimizers/sgd";
import { checkParts, partNames, type PartOptions } from "./partOptions";
import { uniformSampler } from "./samplers";
import { step } from "./schedules";
import {
  trainingDefaults,
  trainingRanges,
  type TrainingOptions,
  type TrainingSettings,
} from "./trainingOptions";
import { tripletLearning } from "./tripletLearning";

/** A method as a record of parts. What is left out is as in AGML. */
export interface MethodDefinition extends PartOptions {
  /** In tables, files and error texts. */
  name: string;
  /** Other defaults of the training, such as { epochs: 20, batchSize: 300 }. */
  settings?: TrainingOptions;
  /** η for a network of a name, where neither the settings nor the optimizer give one. Default 1e-4. */
  learningRate?: (network: string) => number;
}

const definitionSchema = {
  name: text,
  settings: optional(anything<TrainingOptions>("training options")),
  learningRate: optional(functionValue<(network: string) => number>()),
  ...Object.fromEntries(partNames.map((role) => [role, optional(anything())])),
};

/**
 * Makes a method from parts: a class with `fit`, `steps`, `transform`, `save` and `load`, whose constructor takes training options and
 * other parts. A file with such a class as its default export is a method for `ssdml train --method ./mine.ts`.
 *
 * @typeParam OwnEvent - Events that the miner reports by itself.
 *
 * @example
 * const parts = { miner: affinityMiner({ k: 2 }), loss: angularLoss(), optimizer: adam() };
 * class Mine extends defineMethod({ name: "Mine", ...parts }) {}
 * const model = await new Mine({ network: mlp([4]), epochs: 2 }).fit(x, labels);
 * model.transform(x).shape; // → [6, 2]
 */
export function defineMethod<OwnEvent extends { kind: string } = never>(
  definition: MethodDefinition,
): DeepLearnerClass<TrainingOptions & PartOptions, TrainingSettings, OwnEvent> {
  const {
    name,
    settings: own = {},
    learningRate,
  } = readOptions("defineMethod", definition, definitionSchema as never) as MethodDefinition;
  check(name.trim() !== "", () => 'defineMethod: name must not be empty, got "". It names tables and files.');
  const { parts: defaults } = checkParts({ name, replaceable: partNames }, definition);
  // Settings of SGD have no meaning beside another optimizer.
  const meaningless = (Object.keys(optionsOfParts) as (keyof PartOptions)[]).flatMap((role) =>
    defaults[role] === undefined ? [] : (optionsOfParts[role] ?? []),
  );
  readSettings(name, trainingDefaults as TrainingSettings, trainingRanges, own);
  const known = Object.fromEntries(
    Object.entries({ ...trainingDefaults, ...own }).filter(([option]) => !meaningless.includes(option)),
  ) as TrainingSettings;
  const read = (options: TrainingOptions) =>
    readSettings<TrainingSettings>(name, known, trainingRanges, options);
  return learnerClass<TrainingOptions, TrainingSettings, OwnEvent>({
    name,
    network: defaults.network,
    replaceable: partNames,
    optionsOfParts,
    readOptions: read,
    assemble: (settings, given) =>
      assembleParts(settings, { ...defaults, ...given }, learningRate ?? (() => sgdDefaults.learningRate)),
  });
}

/** Training options that only set up the default of a part. */
export const optionsOfParts: Partial<Record<keyof PartOptions, readonly string[]>> = {
  optimizer: ["momentum", "weightDecay"],
  schedule: ["learningRateDecay"],
};

/** A method that learns from triplets: the given parts, else AGML's. */
export function assembleParts(
  settings: TrainingSettings,
  { miner = affinityMiner(), loss = angularLoss(), metric = grassmannMetric(), ...parts }: PartOptions,
  learningRate: Method["learningRate"],
): Omit<Method<never>, "name" | "settings"> {
  return {
    ...commonParts(settings, parts),
    learning: tripletLearning(miner, loss) as never,
    metric,
    learningRate,
  };
}

/** The parts that every method has: those that were given, else the paper's. */
export function commonParts(
  { momentum, weightDecay, learningRateDecay }: TrainingSettings,
  { augment, sampler, optimizer, schedule }: PartOptions,
): Pick<Method, "augment" | "sampler" | "optimizer" | "schedule"> {
  return {
    augment: augment ?? [],
    sampler: sampler ?? uniformSampler(),
    optimizer:
      optimizer ??
      sgd({ ...(momentum !== undefined && { momentum }), ...(weightDecay !== undefined && { weightDecay }) }),
    schedule: schedule ?? step({ factor: learningRateDecay ?? 1, every: "partition" }),
  };
}
