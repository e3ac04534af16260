import { types } from "node:util";
import { describeValue, isRecord, readPositions, wrongValue } from "../core/options";
import { check, plural, printsAs } from "../core";
import { tripletsText } from "../core/summaries";

/** Triplets by index: the anchor is to come nearer to the positive than to the negative. */
export interface Triplets {
  count: number;
  anchors: Int32Array;
  positives: Int32Array;
  negatives: Int32Array;
  /** What each triplet counts for in the loss. Default 1. */
  weights?: Float32Array | undefined;
}

/**
 * The triplets at the given positions, such as a mini-batch.
 *
 * @example selectTriplets(triplets, [0, 1]).count; // → 2
 */
export function selectTriplets(triplets: Triplets, positions: ArrayLike<number>): Triplets {
  checkTriplets(triplets, "selectTriplets");
  const chosen = readPositions(positions, triplets.count, "selectTriplets: positions");
  const take = (from: Int32Array) => Int32Array.from(chosen, (i) => from[i]);
  const selected = {
    count: chosen.length,
    anchors: take(triplets.anchors),
    positives: take(triplets.positives),
    negatives: take(triplets.negatives),
    ...(triplets.weights && { weights: Float32Array.from(chosen, (i) => triplets.weights![i]) }),
  };
  return printsAs(() => tripletsText(selected), selected);
}

/** Rejects anything but triplets as `mineTriplets` makes them, without a look at the single ones. `name` is for error texts. */
export function checkTriplets(triplets: Triplets, name: string): void {
  if (!isRecord(triplets) || !("count" in triplets))
    throw wrongValue(`${name}: triplets`, "triplets of mineTriplets", triplets);
  const { count } = triplets;
  check(
    Number.isInteger(count) && count >= 0,
    () => `${name}: triplets.count must be a whole number of at least 0, got ${describeValue(count)}.`,
  );
  for (const role of ["anchors", "positives", "negatives"] as const) {
    const points = triplets[role];
    check(
      types.isInt32Array(points) && points.length === count,
      () =>
        `${name}: triplets.${role} must be an Int32Array of ${plural(count, "point")}, got ${describeValue(points)}. Make triplets with mineTriplets.`,
    );
  }
  const { weights } = triplets;
  check(
    weights === undefined || (types.isFloat32Array(weights) && weights.length === count),
    () =>
      `${name}: triplets.weights must be a Float32Array of ${plural(count, "number")}, got ${describeValue(weights)}. Leave them out for equal weights.`,
  );
}
