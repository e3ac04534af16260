import path from "node:path";
import { check, plural } from "../core";
import {
  checkDataset,
  checkFeatureDataset,
  hasFeatures,
  semiSupervisedSplit,
  splitDefaults,
  type Dataset,
  type FeatureDataset,
} from "../datasets";
import { deepMethods, type DeepMethodName } from "../methods";
import { selectExamples } from "../networks";
import { fingerprint, type DeepLearner, type DeepLearnerClass, type TrainingEvent } from "../train";
import type { LabeledExamples } from "./evaluateModel";
import type { Experiment, ExperimentResult } from "./experiment";
import { ABLATION, paperSettings } from "./paperSettings";

/** What an experiment is about. */
export type ExperimentIdentity = Pick<
  ExperimentResult,
  "dataset" | "data" | "method" | "seed" | "labeledPerClass" | "validation" | "settings"
>;

/** An experiment that has not run: the model with all its settings, and the data. */
export interface PreparedExperiment {
  model: DeepLearner;
  identity: ExperimentIdentity;
  train: LabeledExamples;
  test: LabeledExamples;
}

/** The class of a method that is given by name. */
export const learnerOf = (method: DeepMethodName | DeepLearnerClass): DeepLearnerClass =>
  typeof method === "string" ? deepMethods[method] : method;

/** Fills in the settings of the paper, or ours for the data set, where the experiment names none. */
export function prepareExperiment(
  experiment: Pick<Experiment, "dataset" | "method" | "labeledPerClass" | "validation" | "options">,
): PreparedExperiment {
  const { dataset, method: chosen = "AGML" } = experiment;
  const Learner = learnerOf(chosen);
  const paper =
    typeof chosen === "string"
      ? paperSettings(dataset.name, chosen)
      : { ...paperSettings(dataset.name), options: {} };
  const { labeledPerClass = paper.labeledPerClass, validation = splitDefaults.validation } = experiment;
  const model = new Learner({ ...paper.options, ...experiment.options });
  const { settings } = model;
  const { train, test } = examplesOf(dataset);
  check(
    new Set(test.labels).size > 1,
    () =>
      `${dataset.name}: evaluation needs test images of at least two classes, got ${plural(test.labels.length, "image")} of ${new Set(test.labels).size}. Keep examples of more classes for the test.`,
  );
  const identity = {
    dataset: dataset.name,
    data: fingerprint(train, test),
    method: nameOf(Learner.methodName, settings),
    seed: settings.seed,
    labeledPerClass,
    validation,
    settings,
  };
  return { model, identity, train, test };
}

/** Learns from the training images with a few labels; the part that is held out chooses the best epoch. The test images are not touched. */
export async function* learn(
  { model, identity, train }: PreparedExperiment,
  folder: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<TrainingEvent, void> {
  const { labeledPerClass, validation, seed } = identity;
  const split = semiSupervisedSplit(train.labels, { labeledPerClass, validation, seed });
  const learned = Int32Array.from([...split.labeled, ...split.unlabeled]).sort();
  const held = select(train, split.validation);
  yield* model.steps(
    selectExamples(train.images, learned),
    learned.map((i) => split.labels[i]),
    {
      ...(held.labels.length > 0 && { validation: held }),
      trueLabels: learned.map((i) => train.labels[i]),
      checkpoint: path.join(folder, "checkpoint.safetensors"),
      ...(signal && { signal }),
    },
  );
}

/** The name of a method's row. */
function nameOf(method: string, settings: object): string {
  return method === "AGML" && "orthogonal" in settings && settings.orthogonal === false ? ABLATION : method;
}

/** The checked parts of a data set, in one form for images and feature vectors. */
function examplesOf(dataset: Dataset | FeatureDataset): { train: LabeledExamples; test: LabeledExamples } {
  if (!hasFeatures(dataset)) return checkDataset("runExperiment", dataset);
  const { train, test } = checkFeatureDataset("runExperiment", dataset);
  const part = ({ features, labels }: typeof train) => ({ images: features, labels });
  return { train: part(train), test: part(test) };
}

function select({ images, labels }: LabeledExamples, positions: Int32Array): LabeledExamples {
  return { images: selectExamples(images, positions), labels: positions.map((i) => labels[i]) };
}
