import { random } from "../core/values";
import { seedOf } from "./seeds";
import type { TrainingSettings } from "./trainingOptions";

/** The positions of a partition: all labeled images and a random part of the unlabeled ones, in ascending order. */
export function drawPartition(
  labels: Int32Array,
  partition: number,
  { seed, partitionSize }: TrainingSettings,
): Int32Array {
  const positions = Int32Array.from(labels.keys());
  const unlabeled = positions.filter((i) => labels[i] < 0);
  const chosen = random(seedOf(seed, "partition", partition))
    .sample(unlabeled.length, Math.min(partitionSize, unlabeled.length))
    .map((i) => unlabeled[i]);
  return Int32Array.from([...positions.filter((i) => labels[i] >= 0), ...chosen]).sort();
}
