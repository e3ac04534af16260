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
