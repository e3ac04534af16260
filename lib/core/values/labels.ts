import type * as tf from "@tensorflow/tfjs-core";
import { describeValue, isArray, isList, isTensor, readNumbers, wrongValue } from "../options";
import { check } from "../errors";

/**
 * One label per point: class numbers from 0 up, or class names. −1, null and "" mean unlabeled. Class names are numbered in
 * alphabetical order (by UTF-16 code units, as `sort()` orders them), like the class folders of `imageFolder`.
 */
export type Labels = ArrayLike<number> | readonly (string | number | null)[] | tf.Tensor1D;

/**
 * Checks labels and returns them as class numbers, −1 for unlabeled, in a new array. `caller` is for error texts; `n` is the number
 * of points that need a label; `argument` is the argument's name.
 */
export function readLabels(labels: Labels, caller: string, n?: number, argument = "labels"): Int32Array {
  const title = `${caller}: ${argument}`;
  const given = readLabelList(labels, title);
  check(
    n === undefined || given.length === n,
    () =>
      `${title} must have one entry per point, got ${given.length} labels for ${n} points. Pass −1 for unlabeled points.`,
  );
  if (hasClassNames(given)) return numberNames(given, title);
  for (let i = 0; i < given.length; i++) {
    check(
      given[i] === null || isClassNumber(given[i]),
      () =>
        `${title} must be whole numbers from −1 (unlabeled) up, got ${describeValue(given[i])} at ${i}. Class names are allowed too.`,
    );
  }
  return Int32Array.from(given as ArrayLike<number | null>, (label) => label ?? -1);
}

/**
 * Reads groups that may have any name: numbers as they are, class names as numbers. Unlike `readLabels`, accepts negative numbers and
 * fractions, which are groups like any other. `title` is for error texts: "normalizedMutualInformation: a".
 */
export function readGroups(labels: Labels, title: string): ArrayLike<number> {
  const given = readLabelList(labels, title);
  return hasClassNames(given) ? numberNames(given, title) : readNumbers(labels, title);
}

/** The different classes among the labels, ascending. */
export function classesOf(labels: Int32Array): number[] {
  return [...new Set(labels)].filter((label) => label >= 0).sort((a, b) => a - b);
}

function readLabelList(labels: Labels, title: string): ArrayLike<unknown> {
  if (isList(labels)) return labels;
  if (isTensor(labels)) return readNumbers(labels, title);
  throw wrongValue(title, "an array of class numbers or class names", labels);
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

/** The position of each name among the sorted different names, −1 for unlabeled. */
function numberNames(labels: ArrayLike<unknown>, title: string): Int32Array {
  const names = Array.from(labels, (label, i) => {
    if (label === null || label === -1) return "";
    check(
      typeof label === "string",
      () =>
        `${title} must be class names throughout, with −1, null or "" for unlabeled points, got ${describeValue(label)} at ${i}.`,
    );
    return label;
  });
  const classes = [...new Set(names)].filter((name) => name !== "").sort();
  const numbers = new Map(classes.map((name, number) => [name, number]));
  return Int32Array.from(names, (name) => numbers.get(name) ?? -1);
}
