import type * as tf from "@tensorflow/tfjs-core";
import { plural } from "../printing";
import {
  checkReadableNow,
  describeValue,
  hasHoles,
  isArray,
  isList,
  isRecord,
  isTensor,
  readNumbers,
  wrongValue,
} from "../options";
import { check, UserError } from "../errors";

/**
 * One label per point: class numbers from 0 up, or class names. −1, null and "" mean unlabeled, and so do "?", "NA" and the like among names. Class names are numbered in
 * alphabetical order (by UTF-16 code units, as `sort()` orders them), like the class folders of `imageFolder`. A tensor or a Series of
 * them will do; what is missing in a Series is unlabeled.
 */
export type Labels =
  ArrayLike<number> | readonly (string | number | null)[] | tf.Tensor1D | tf.Tensor2D | SeriesLike;

/** A column such as Danfo's Series: values with their index. */
export interface SeriesLike {
  readonly values: unknown;
  readonly index: readonly unknown[];
}

/** Labels as class numbers, −1 for unlabeled, with the names of the classes if that is how they were given. */
export interface NamedLabels {
  labels: Int32Array;
  names?: readonly string[];
}

/**
 * Checks labels and returns them as class numbers, −1 for unlabeled, in a new array. `caller` is for error texts; `n` is the number
 * of points that need a label; `argument` is the argument's name.
 */
export function readLabels(labels: Labels, caller: string, n?: number, argument = "labels"): Int32Array {
  return readNamedLabels(labels, caller, n, argument).labels;
}

/** The same with the names of the classes. */
export function readNamedLabels(
  labels: Labels,
  caller: string,
  n?: number,
  argument = "labels",
): NamedLabels {
  const title = `${caller}: ${argument}`;
  const given = readLabelList(labels, title);
  check(
    n === undefined || given.length === n,
    () =>
      `${title} must have one entry per point, got ${plural(given.length, "label")} for ${plural(n!, "point")}. Pass −1 for unlabeled points.`,
  );
  if (hasClassNames(given)) return numberNames(given, title);
  for (let i = 0; i < given.length; i++) {
    check(
      given[i] === null || isClassNumber(given[i]),
      () =>
        `${title} must be whole numbers from −1 (unlabeled) up, got ${describeValue(given[i])} at ${i}. Class names are allowed too.`,
    );
  }
  return { labels: Int32Array.from(given as ArrayLike<number | null>, (label) => label ?? -1) };
}

/**
 * Reads groups that may have any name: numbers as they are, class names as numbers. Unlike `readLabels`, accepts negative numbers and
 * fractions, which are groups like any other. `title` is for error texts: "normalizedMutualInformation: a".
 */
export function readGroups(labels: Labels, title: string): ArrayLike<number> {
  return readNamedGroups(labels, title).groups;
}

/** The same with the names of the groups, if they have any. */
export function readNamedGroups(
  labels: Labels,
  title: string,
): { groups: ArrayLike<number>; names?: readonly string[] } {
  const given = readLabelList(labels, title);
  if (hasClassNames(given)) {
    const { labels: groups, names } = numberNames(given, title);
    return { groups, names };
  }
  const known =
    isArray(given) && !hasHoles(given) ? given.map((label) => (label === null ? -1 : label)) : given;
  return { groups: readNumbers(known, title) };
}

/** The different classes among the labels, ascending. */
export function classesOf(labels: Int32Array): number[] {
  return [...new Set(labels)].filter((label) => label >= 0).sort((a, b) => a - b);
}

function readLabelList(labels: Labels, title: string): ArrayLike<unknown> {
  if (isList(labels)) return labels;
  if (isTensor(labels)) return readLabelTensor(labels, title);
  if (isSeries(labels)) return Array.from(labels.values, (label) => (isMissing(label) ? null : label));
  const { message } = wrongValue(title, "an array of class numbers or class names", labels);
  throw new UserError(`${message}${labelAdvice(labels)}`);
}

/** Class numbers [n] or [n, 1], or class names. */
function readLabelTensor(labels: tf.Tensor, title: string): ArrayLike<unknown> {
  check(!labels.isDisposed, () => `${title} must not be disposed, got a disposed tensor.`);
  const [n, columns = 1] = labels.shape;
  check(
    labels.rank === 1 || (labels.rank === 2 && columns === 1),
    () =>
      `${title} must be one class per point, [n], got ${describeValue(labels)}.${labels.rank === 2 && n > 0 ? " Of one class per column, take the largest: argMax(1)." : ""}`,
  );
  checkReadableNow(title);
  return labels.dataSync();
}

/** What a table holds where it has no value. */
const isMissing = (label: unknown) => label === undefined || Number.isNaN(label);

/** What to pass instead; starts with a space. */
function labelAdvice(value: unknown): string {
  if (!isRecord(value)) return "";
  const part = ["labels", "assignments"].find((key) => Object.hasOwn(value, key));
  if (part !== undefined) return ` Pass its ${part}.`;
  return isArray(value.columns) ? ' Pass one of its columns: frame["label"].' : "";
}

/** Whether a value is a column with a list of values. */
export function isSeries(value: unknown): value is SeriesLike & { values: ArrayLike<unknown> } {
  return isRecord(value) && isArray(value.index) && isList(value.values) && !isList(value.values[0]);
}

const isClassNumber = (label: unknown) =>
  Number.isInteger(label) && Number(label) >= -1 && Number(label) < 2 ** 31;

/** Whether the labels are names. Stops at the first hole, so that `new Array(1e9)` is rejected at once. */
function hasClassNames(labels: ArrayLike<unknown>): boolean {
  if (!isArray(labels)) return false;
  for (const label of labels) {
    if (typeof label === "string") return true;
    if (label === undefined) return false;
  }
  return false;
}

/** What stands for a missing value in files of other programs. */
const noValues = new Set(["", "?", "-1", "NA", "N/A", "NaN", "nan", "null", "None"]);

/** Whether a text stands for a missing value. */
export const standsForNone = (text: string): boolean => noValues.has(text.trim());

/** The position of each name among the sorted different names, −1 for unlabeled, and these names. */
function numberNames(labels: ArrayLike<unknown>, title: string): NamedLabels & { names: string[] } {
  const names = Array.from(labels, (label, i) => {
    if (label === null || label === -1) return "";
    check(
      typeof label === "string",
      () =>
        `${title} must be class names throughout, with −1, null or "" for unlabeled points, got ${describeValue(label)} at ${i}.`,
    );
    return standsForNone(label) ? "" : label;
  });
  const classes = [...new Set(names)].filter((name) => name !== "").sort();
  const numbers = new Map(classes.map((name, number) => [name, number]));
  return { labels: Int32Array.from(names, (name) => numbers.get(name) ?? -1), names: classes };
}
