import { check } from "../../core/errors";
import type { Triplets } from "../../mining";
import { savedPositions, type ConstraintLimits, type SavedArrays } from "../../train/savedConstraints";

/** The triplets in a checkpoint. */
export function restoreTriplets(arrays: SavedArrays, limits: ConstraintLimits): Triplets {
  const anchors = savedPositions(arrays, "anchors", limits);
  const positives = savedPositions(arrays, "positives", limits);
  const negatives = savedPositions(arrays, "negatives", limits);
  const count = anchors.length;
  check(
    positives.length === count && negatives.length === count,
    () =>
      `its triplets have ${count} anchors, ${positives.length} positives and ${negatives.length} negatives`,
  );
  return { count, anchors, positives, negatives };
}
