import { existsSync } from "node:fs";
import path from "node:path";
import * as tf from "@tensorflow/tfjs-core";
import {
  abortSignal,
  anyNumber,
  argument,
  objectValue,
  optional,
  path as pathName,
  readOptions,
} from "../core/options";
import { check } from "../core";
import { readText, requireWritable, writeAtomically } from "../io/files";
import type { Dataset, FeatureDataset } from "../datasets";
import { deepMethods, methodName, type DeepMethodName } from "../methods";
import { evaluateInitial, evaluateModel } from "./evaluateModel";
import type { ResultRow } from "../evaluate";
import {
  changedSetting,
  type DeepLearnerClass,
  type EpochRow,
  type TrainingEvent,
  type TrainingOptions,
  type TrainingSettings,
  type TrainingStop,
} from "../train";
import { learn, prepareExperiment, type ExperimentIdentity } from "./prepareExperiment";
import { parseResult } from "./resultFile";

/** A data set learned with a few labels and judged on its test part, all in one folder. */
export interface Experiment {
  /** The data, with training and test images or feature vectors. */
  dataset: Dataset | FeatureDataset;
  /** The name of a method, or a class of `defineMethod`. Default "AGML". */
  method?: DeepMethodName | DeepLearnerClass | undefined;
  /** How many images of each class keep their label. Default the paper's: 100 for CIFAR-10, else 10. */
  labeledPerClass?: number | undefined;
  /** The share of each class that the best model is chosen by. Default 0.15. */
  validation?: number | undefined;
  /** The options of the method. */
  options: TrainingOptions;
  /** Where checkpoint.safetensors, model.safetensors and results.json go. */
  folder: string;
  /** Stops the run; what was learned is kept in the checkpoint. */
  signal?: AbortSignal | undefined;
}

/** What `results.json` holds. */
export interface ExperimentResult {
  dataset: string;
  /** A hash of all images and labels. */
  data?: string;
  method: string;
  seed: number;
  engine: string;
  labeledPerClass: number;
  validation: number;
  settings: TrainingSettings;
  /** What the method was made of. */
  parts?: Record<string, unknown>;
  stopReason: TrainingStop;
  epochs: number;
  bestEpoch: number;
  rows: ResultRow[];
  history: EpochRow[];
}

const methodValue = argument<DeepMethodName | DeepLearnerClass>(
  `${methodName.words}, or a class of defineMethod`,
  (value) =>
    (typeof value === "string" && Object.hasOwn(deepMethods, value)) ||
    (typeof value === "function" && "methodName" in value),
);

const experimentSchema = {
  dataset: objectValue("a data set of loadDataset"),
  method: optional(methodValue),
  labeledPerClass: optional(anyNumber),
  validation: optional(anyNumber),
  options: objectValue("the options of the method"),
  folder: pathName,
  signal: optional(abortSignal),
};

/**
 * The paper's protocol (appendix): a few labels of each class, a part held out to choose the best epoch on, the rest unlabeled;
 * the method, by default Algorithm 1; then, once, the test images. A run that was stopped or killed goes on from its last epoch when it is run again with the
 * same folder; one that is complete is only read. Returns undefined if it was aborted.
 *
 * @example
 * const run = async () => {
 *   const steps = runExperiment({ dataset: mnist, method: "AGML2", options: { seed: 1 }, folder: "out/run" });
 *   for await (const event of steps) console.log(event.kind);
 * };
 */
export async function* runExperiment(
  experiment: Experiment,
): AsyncGenerator<TrainingEvent, ExperimentResult | undefined> {
  readOptions("runExperiment", experiment, experimentSchema);
  const { folder, signal } = experiment;
  const prepared = prepareExperiment(experiment);
  const { model, identity, test } = prepared;
  const file = path.join(folder, "results.json");
  const earlier = readResult(file, identity);
  if (earlier) return earlier;
  await requireWritable(folder);

  let finished: Extract<TrainingEvent, { kind: "finished" }> | undefined;
  for await (const event of learn(prepared, folder, signal)) {
    if (event.kind === "finished") finished = event;
    yield event;
  }
  try {
    if (!finished || finished.stopReason === "aborted") return undefined;
    await model.save(path.join(folder, "model.safetensors"));
    const rows = [
      ...(await evaluateInitial(model, test, identity, signal)),
      ...(await evaluateModel(model, test, identity, signal)),
    ];
    const { stopReason, epoch: epochs, bestEpoch, history } = finished;
    const result = {
      ...identity,
      parts: model.parts,
      engine: tf.getBackend(),
      stopReason,
      epochs,
      bestEpoch,
      rows,
      history,
    };
    await writeAtomically(file, [`${JSON.stringify(result, null, 2)}\n`]);
    return result;
  } finally {
    model.dispose();
  }
}

/** What cannot change between the runs of one folder. The settings may: with more epochs a run goes on. */
const fixed = ["dataset", "method", "seed", "labeledPerClass", "validation"] as const;

/** The result in a file, if it is of this very experiment; a result of another one is refused. */
function readResult(file: string, identity: ExperimentIdentity): ExperimentResult | undefined {
  if (!existsSync(file)) return undefined;
  const advice = "Delete it: the run's checkpoint has all that it held.";
  const result = parseResult(readText(file), file, advice);
  for (const name of fixed) {
    check(
      result[name] === identity[name],
      () => `${file} holds a run with ${name} ${result[name]}, not ${identity[name]}. Choose another folder.`,
    );
  }
  check(
    result.data === undefined || result.data === identity.data,
    () => `${file} holds a run on other images or labels. Choose another folder.`,
  );
  const changed = changedSetting(result.settings, identity.settings);
  return changed === undefined ? result : undefined;
}
