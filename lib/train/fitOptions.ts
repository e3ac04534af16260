import {
  abortSignal,
  anything,
  describeValue,
  flag,
  functionValue,
  isRecord,
  optional,
  path,
  readRecord,
} from "../core/options";
import { check, plural } from "../core";
import { readLabels, type Labels } from "../core/values";
import { readExamples, type Examples, type ExamplesLike } from "../networks";

/** Images or feature vectors with the class of each. */
export interface LabeledExamples {
  images: ExamplesLike;
  labels: Labels;
}

export interface FitOptions {
  /** Images or feature vectors that the best epoch's model is chosen by. Without them the last epoch's is kept. */
  validation?: LabeledExamples;
  /** The labels that learning must not see, to judge the mined triplets by. */
  trueLabels?: Labels;
  /** A file that the run's state is written to after every epoch. If it is there already, the run goes on from it. */
  checkpoint?: string;
  /** Ends the run after the current mini-batch. In the first epoch and without `validation` the model stays as it is then, else it is the best so far. */
  signal?: AbortSignal;
}

/** How `fit` tells how far it is. */
export interface FollowOptions<Event> {
  /** Called at every step. */
  onEvent?: (event: Event) => void;
  /** Whether a notebook's cell shows the progress. Default true, unless there is an `onEvent`. Outside a notebook nothing is shown. */
  show?: boolean;
}

export const followSchema = {
  onEvent: optional(functionValue<(event: never) => void>()),
  show: optional(flag()),
};

/** The options that `fit` and `steps` take. */
export const fitSchema = {
  validation: optional(anything<LabeledExamples>()),
  trueLabels: optional(anything<Labels>()),
  checkpoint: optional(path),
  signal: optional(abortSignal),
};

/** Names options of the method that were given to `fit`, as other libraries take them there. */
export function refuseOwnOptions(method: string, options: object, settings: object): void {
  const own = Object.keys(isRecord(options) ? options : {}).find((name) => Object.hasOwn(settings, name));
  check(
    own === undefined,
    () => `${method}: ${own} is an option of the method, not of fit. Write new ${method}({ ${own}: … }).`,
  );
}

/** The options that were given. */
export function definedOf(options: {
  [Name in keyof FitOptions]?: FitOptions[Name] | undefined;
}): FitOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

/** What the options add to the images and labels, read and checked. */
export interface JudgedBy {
  trueLabels: Int32Array | undefined;
  validation: { images: Examples; labels: Int32Array } | undefined;
}

/** Rejects images and labels that cannot be learned from. */
export function checkFitArguments(
  method: string,
  { shape: [count, ...example] }: Examples,
  labels: Int32Array,
  { validation, trueLabels }: FitOptions,
  unsupervised = false,
): JudgedBy {
  check(
    labels.length === count,
    () =>
      `${method}: labels must have one entry per image, got ${labels.length} for ${plural(count, "image")}.`,
  );
  const judged =
    trueLabels === undefined ? undefined : readLabels(trueLabels, method, undefined, "trueLabels");
  check(
    judged === undefined || judged.length === count,
    () =>
      `${method}: trueLabels must have one entry per image, got ${judged!.length} for ${plural(count, "image")}.`,
  );
  if (!unsupervised) checkFewLabels(method, labels);
  return { trueLabels: judged, validation: readValidation(method, example, validation) };
}

/** Rejects labels that a semi-supervised method cannot learn from. */
function checkFewLabels(method: string, labels: Int32Array): void {
  const count = labels.length;
  const labeled = labels.filter((label) => label >= 0);
  check(
    labeled.length > 0,
    () => `${method}: labels must not all be −1 (unlabeled). Label a few examples of each class.`,
  );
  check(
    labeled.length < count,
    () =>
      `${method}: labels must leave some images unlabeled (−1), got a label for every one. Hide some with semiSupervisedSplit(labels).`,
  );
  check(
    new Set(labeled).size > 1,
    () => `${method}: labels must be of two classes at least, got only class ${labeled[0]}.`,
  );
}

function readValidation(
  method: string,
  example: readonly number[],
  validation: LabeledExamples | undefined,
): JudgedBy["validation"] {
  if (validation === undefined) return undefined;
  const known = readRecord(`${method}: validation`, validation, "{ images, labels }", {});
  const missing = (["images", "labels"] as const).find((part) => known[part] === undefined);
  check(
    missing === undefined,
    () => `${method}: validation must be { images, labels }, got ${describeValue(validation)}.`,
  );
  const images = readExamples(`${method}: validation`, known.images);
  const labels = readLabels(known.labels, `${method}: validation`);
  check(
    labels.length === images.shape[0],
    () =>
      `${method}: validation must have one label per image, got ${plural(labels.length, "label")} for ${plural(images.shape[0], "image")}.`,
  );
  check(
    images.shape.slice(1).join() === example.join(),
    () =>
      `${method}: validation images must have the shape [${example.join(", ")}] of the others, got [${images.shape.slice(1).join(", ")}].`,
  );
  const unlabeled = labels.findIndex((label) => label < 0);
  check(
    unlabeled < 0,
    () =>
      `${method}: validation labels must hold the class of every image, got an unlabeled one at ${unlabeled}. Leave unlabeled images out.`,
  );
  return { images, labels };
}
