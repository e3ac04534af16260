import { check } from "../common/errors";

/** Class numbers, one per point; −1 means unlabeled. */
export type Labels = ArrayLike<number>;

/** Checks labels and copies them. `name` is for error texts; `n` is the number of points they must be for. */
export function readLabels(labels: Labels, name: string, n?: number): Int32Array {
  check(
    n === undefined || labels?.length === n,
    () =>
      `${name}: labels must have one entry per point, got ${labels?.length} labels for ${n} points. Pass −1 for unlabeled points.`,
  );
  const copy = Int32Array.from(labels);
  for (let i = 0; i < copy.length; i++) {
    check(
      copy[i] === labels[i] && copy[i] >= -1,
      () => `${name}: labels must be whole numbers from −1 (unlabeled) up, got ${labels[i]} at ${i}.`,
    );
  }
  return copy;
}

/** The different classes among the labels, ascending. */
export function classesOf(labels: Int32Array): number[] {
  return [...new Set(labels)].filter((label) => label >= 0).sort((a, b) => a - b);
}
