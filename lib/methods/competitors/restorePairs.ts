import { check } from "../../core/errors";
import {
  savedArray,
  savedNumbers,
  savedPositions,
  type ConstraintLimits,
  type SavedArrays,
} from "../../train/savedConstraints";
import type { PairConstraints } from "./deepPairs";

/** The pairs in a checkpoint, and the prior metric M₀ of a method that has one. */
export function restorePairs(
  arrays: SavedArrays,
  limits: ConstraintLimits,
  hasPrior: boolean,
): PairConstraints {
  const first = savedPositions(arrays, "first", limits);
  const second = savedPositions(arrays, "second", limits);
  const count = first.length;
  // Earlier versions kept the kinds as integers of 32 bits.
  const kinds = Int8Array.from(savedArray(arrays, "kinds").data);
  check(
    second.length === count && kinds.length === count && kinds.every((kind) => Math.abs(kind) <= 1),
    () => `its pairs have ${count} first, ${second.length} second points and ${kinds.length} kinds`,
  );
  return {
    count,
    first,
    second,
    kinds,
    weights: savedNumbers(arrays, "weights", count),
    ...("scales" in arrays && { scales: savedNumbers(arrays, "scales", 2 * count) }),
    ...(hasPrior && { prior: savedNumbers(arrays, "prior", limits.dimension ** 2) }),
  };
}
