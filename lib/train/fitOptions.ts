import { abortSignal, anything, optional, path, readNumbers, readRecord } from "../core/options";
import { check } from "../core";
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
  trueLabels?: ArrayLike<number>;
  /** A file that the run's state is written to after every epoch. If it is there already, the run goes on from it. */
  checkpoint?: string;
  /** Ends the run after the current mini-batch; what was learned until then stays. */
  signal?: AbortSignal;
}

/** The options that `fit` and `steps` take. */
export const fitSchema = {
  validation: optional(anything<LabeledExamples>()),
  trueLabels: optional(anything<ArrayLike<number>>()),
  checkpoint: optional(path),
  signal: optional(abortSignal),
};

/** The options that were given. */
export function definedOf(options: {
  [Name in keyof FitOptions]?: FitOptions[Name] | undefined;
}): FitOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

/** Refuses images and labels that cannot be learned from. */
export function checkFitArguments(
  method: string,
  { shape: [count, ...example] }: Examples,
  labels: Int32Array,
  { validation, trueLabels }: FitOptions,
): { images: Examples; labels: Int32Array } | undefined {
  check(
    labels.length === count,
    () => `${method}: labels must have one entry per image, got ${labels.length} for ${count} images.`,
  );
  const judged = trueLabels === undefined ? undefined : readNumbers(trueLabels, `${method}: trueLabels`);
  check(
    judged === undefined || judged.length === count,
    () => `${method}: trueLabels must have one entry per image, got ${judged!.length} for ${count} images.`,
  );
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
  if (validation === undefined) return undefined;
  readRecord(`${method}: validation`, validation, "{ images, labels }", {});
  const images = readExamples(`${method}: validation`, validation.images);
  const known = readLabels(validation.labels, `${method}: validation`);
  check(
    known.length === images.shape[0],
    () =>
      `${method}: validation must have one label per image, got ${known.length} labels for ${images.shape[0]} images.`,
  );
  check(
    images.shape.slice(1).join() === example.join(),
    () =>
      `${method}: validation images must have the shape [${example.join(", ")}] of the others, got [${images.shape.slice(1).join(", ")}].`,
  );
  return { images, labels: known };
}
