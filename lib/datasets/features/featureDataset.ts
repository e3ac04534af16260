import path from "node:path";
import { check, plural, printsAs } from "../../core";
import {
  argument,
  isRecord,
  optional,
  readOptions,
  readRecord,
  seed as seedValue,
  text,
  texts,
} from "../../core/options";
import { random, readLabels, readPoints, type Matrix } from "../../core/values";
import type { Features } from "./chooseFeatures";

/** Feature vectors with their class numbers. */
export interface LabeledFeatures {
  /** [n, d] */
  features: Matrix<Float32Array>;
  labels: Int32Array;
  /** What each row is called, if the file says so. */
  files?: string[];
}

/** A data set of feature vectors with a training and a test part. */
export interface FeatureDataset {
  name: string;
  train: LabeledFeatures;
  test: LabeledFeatures;
  classNames: string[];
  /** Where the features came from. */
  source: string;
}

export interface FeatureDatasetOptions {
  /**
   * The test part: a random share of each class (default 0.2), or "classes", the second half of the classes, which training never sees, as
   * in the paper's fine-grained experiments.
   */
  test?: number | "classes" | undefined;
  /** Seed of the random choice. Default 1. */
  seed?: number | undefined;
  /** What the data set is called. Default "features". */
  name?: string | undefined;
  /** Where the features came from. */
  source?: string | undefined;
}

export const testPart = argument<number | "classes">(
  'a share of at least 0 and less than 1, or "classes"',
  (value) => value === "classes" || (typeof value === "number" && value >= 0 && value < 1),
  { default: 0.2 },
);

/**
 * Features of `loadFeatures` as a data set with a training and a test part, which `runExperiment` takes. Rows without a class are for
 * training.
 *
 * @example
 * const trees = { columns: ["width", "height", "kind"], values: [[1, 2, "oak"], [3, 4, "elm"], [1, 3, "oak"], [3, 5, "elm"]] };
 * const data = featureDataset(await loadFeatures(trees, { label: "kind" }), { test: "classes" });
 * data.train.labels; // → [0, 0]
 * data.test.labels; // → [1, 1]
 */
export function featureDataset(features: Features, options: FeatureDatasetOptions = {}): FeatureDataset {
  const { test, seed, name, source } = readOptions("featureDataset", options, {
    test: testPart,
    seed: seedValue(),
    name: optional(text),
    source: optional(text),
  });
  readRecord<Features>("featureDataset: features", features, "the features of loadFeatures", {
    classNames: texts,
  });
  const { features: matrix, labels, classNames } = features;
  const names = (features as Partial<Features>).names ?? [];
  readPoints(matrix, "featureDataset: features.features");
  const [count] = matrix.shape;
  check(
    readLabels(labels, "featureDataset", undefined, "features.labels").length === count,
    () =>
      `featureDataset: features must have one label per row, got ${plural(labels.length, "label")} for ${plural(count, "row")}.`,
  );
  const known = [...new Set(labels)].filter((label) => label >= 0);
  check(
    known.length > 1,
    () =>
      `featureDataset: features must be of two classes at least, got ${plural(known.length, "class", "classes")}. Name the column of the classes, { label: "…" }, or add examples of another class.`,
  );
  const isTest = test === "classes" ? ofLaterClasses(labels, classNames) : ofShare(labels, test, seed);
  const part = (wanted: boolean): LabeledFeatures => {
    const rows = [...labels.keys()].filter((row) => isTest(row) === wanted);
    return {
      features: selectRows(matrix, rows),
      labels: Int32Array.from(rows, (row) => labels[row]),
      ...(names.length > 0 && { files: rows.map((row) => names[row]) }),
    };
  };
  const dataset = {
    name: name ?? "features",
    train: part(false),
    test: part(true),
    classNames,
    source: source ?? "features",
  };
  return printsAs(() => textOf(dataset), dataset);
}

/** "birds: 5,864 training and 5,924 test vectors of 1,024 numbers, of 200 classes" */
function textOf({ name, train, test, classNames }: FeatureDataset): string {
  const [count, d] = train.features.shape;
  const classes = plural(classNames.length, "class", "classes");
  return `${name}: ${count.toLocaleString("en-US")} training and ${plural(test.features.shape[0], "test vector")} of ${plural(d, "number")}, of ${classes}`;
}

/** Whether a data set has feature vectors, not images. */
export const hasFeatures = (dataset: object): dataset is FeatureDataset => {
  const { train } = dataset as { train?: unknown };
  return isRecord(train) && "features" in train;
};

/** Rejects anything but a data set as `featureDataset` returns it. `caller` is for error texts. */
export function checkFeatureDataset(caller: string, dataset: FeatureDataset): FeatureDataset {
  readRecord<FeatureDataset>(`${caller}: dataset`, dataset, "a data set of featureDataset", {
    name: text,
    classNames: texts,
  });
  for (const name of ["train", "test"] as const) {
    const { features, labels } = dataset[name] ?? {};
    const [rows] = readPoints(features, `${caller}: dataset.${name}.features`).shape;
    const classes = readLabels(labels, caller, undefined, `dataset.${name}.labels`);
    check(
      classes.length === rows,
      () =>
        `${caller}: dataset.${name} must have one label per row, got ${plural(classes.length, "label")} for ${plural(rows, "row")}.`,
    );
  }
  return dataset;
}

/** Whether a row is of the second half of the classes. */
function ofLaterClasses(labels: Int32Array, classNames: readonly string[]): (row: number) => boolean {
  return (row) => labels[row] >= classNames.length / 2;
}

/** Whether a row is of a random share of its class; each class keeps at least one for training. */
function ofShare(labels: Int32Array, part: number, seed: number): (row: number) => boolean {
  const generator = random(seed);
  const chosen = new Set<number>();
  for (const label of [...new Set(labels)].filter((each) => each >= 0).sort((a, b) => a - b)) {
    const rows = [...labels.keys()].filter((row) => labels[row] === label);
    const count = part === 0 ? 0 : Math.min(rows.length - 1, Math.max(1, Math.round(part * rows.length)));
    for (const i of generator.sample(rows.length, count)) chosen.add(rows[i]);
  }
  return (row) => chosen.has(row);
}

function selectRows(
  { data, shape: [, d] }: Matrix<Float32Array>,
  rows: readonly number[],
): Matrix<Float32Array> {
  const selected = new Float32Array(rows.length * d);
  rows.forEach((row, i) => {
    selected.set(data.subarray(row * d, (row + 1) * d), i * d);
  });
  return { data: selected, shape: [rows.length, d] };
}

/** "birds" of "features/birds.safetensors". */
export const nameOfFile = (file: string): string => path.basename(file).replace(/\.[a-z]+(\.gz)?$/i, "");
