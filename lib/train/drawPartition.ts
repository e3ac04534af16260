import { check, plural } from "../core";
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

/** Rejects more neighbors than a partition has, before anything is learned. */
export function checkNeighbors(
  method: string,
  settings: TrainingSettings & { k?: unknown },
  labels: Int32Array,
): void {
  const { k } = settings;
  const count = drawPartition(labels, 0, settings).length;
  check(
    typeof k !== "number" || settings.epochs === 0 || k < count,
    () =>
      `${method}: k must be less than the number of examples of a partition, ${plural(count, "example")}, got ${String(k)}. Choose fewer neighbors.`,
  );
}
