import { check, plural } from "../core";
import type { NamedArray } from "../io/files";
import type { ConstraintLimits } from "./learning";

/** The constraints' arrays as they are in a checkpoint. */
export type SavedArrays = Record<string, NamedArray>;

/** Positions of images, one for each constraint. */
export function savedPositions(arrays: SavedArrays, name: string, limits: ConstraintLimits): Int32Array {
  const { data } = savedArray(arrays, name);
  check(
    data instanceof Int32Array && data.every((position) => position >= 0 && position < limits.examples),
    () => `its ${name} are not positions of ${plural(limits.examples, "image")}`,
  );
  return data;
}

/** Numbers in double precision, as many as there must be. */
export function savedNumbers(arrays: SavedArrays, name: string, length: number): Float64Array {
  const { data } = savedArray(arrays, name);
  check(
    data instanceof Float64Array && data.length === length && data.every(Number.isFinite),
    () => `its ${name} are not ${length} finite numbers`,
  );
  return data;
}

/** An array by its name, which must be there. */
export function savedArray(arrays: SavedArrays, name: string): NamedArray {
  const array = arrays[name] as NamedArray | undefined;
  check(array !== undefined, () => `it has no ${name}`);
  return array;
}
