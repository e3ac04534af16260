import type * as tf from "@tensorflow/tfjs-core";
import { describeValue, isArray, isList, isNumberArray, isTensor, readNumbers, wrongValue } from "../options";
import { check } from "../errors";

/** Class numbers, one per point; −1 means unlabeled. An array, a typed array or a 1-D tensor. */
export type Labels = ArrayLike<number> | tf.Tensor1D;

/** Checks labels and copies them. `name` is for error texts; `n` is the number of points they must be for. */
export function readLabels(labels: Labels, name: string, n?: number): Int32Array {
  const title = `${name}: labels`;
  if (!isList(labels) && !isTensor(labels)) throw wrongValue(title, "an array of class numbers", labels);
  const given =
    isArray(labels) || isNumberArray(labels) ? (labels as ArrayLike<number>) : readNumbers(labels, title);
  check(
    n === undefined || given.length === n,
    () =>
      `${name}: labels must have one entry per point, got ${given.length} labels for ${n} points. Pass −1 for unlabeled points.`,
  );
  for (let i = 0; i < given.length; i++) {
    const label = given[i];
    check(
      Number.isInteger(label) && label >= -1 && label < 2 ** 31,
      () =>
        `${name}: labels must be whole numbers from −1 (unlabeled) up, got ${describeValue(label)} at ${i}.`,
    );
  }
  return Int32Array.from(given);
}

/** The different classes among the labels, ascending. */
export function classesOf(labels: Int32Array): number[] {
  return [...new Set(labels)].filter((label) => label >= 0).sort((a, b) => a - b);
}
