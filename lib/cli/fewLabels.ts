import { check } from "../core";
import { splitDefaults, type Dataset, type FeatureDataset, type SplitOptions } from "../datasets";

/**
 * Where not all training examples have a label, the labels are few already: none is hidden, and none is set aside for validation unless two of a
 * class can be, because a single one has no neighbor of its class to be judged by.
 */
export function fewLabels({ train: { labels } }: Pick<Dataset | FeatureDataset, "train">): SplitOptions {
  if (labels.every((label) => label >= 0)) return {};
  const counts = new Map<number, number>();
  for (const label of labels) if (label >= 0) counts.set(label, (counts.get(label) ?? 0) + 1);
  const most = Math.max(1, ...counts.values());
  return { labeledPerClass: most, ...(splitDefaults.validation * most < 1.5 && { validation: 0 }) };
}

/** Refuses, before anything is learned, a test part in which no example has a neighbor of its class. */
export function checkTestPart({
  name,
  test: { labels },
}: Pick<Dataset | FeatureDataset, "name" | "test">): void {
  const known = labels.filter((label) => label >= 0);
  check(
    new Set(known).size < known.length,
    () =>
      `train: ${name} has ${known.length === 0 ? "no test examples with a label" : "one test example per class"}, so nothing can be judged. Label at least eight examples of a class, or pass a larger share for the test, such as --test 0.5.`,
  );
}
