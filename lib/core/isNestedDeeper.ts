import { types } from "node:util";

/** No file, notebook or chart that people or programs write is nested deeper. Far beyond, JSON can be read but no longer written. */
export const deepestNesting = 500;

/**
 * Whether lists and objects in a value of JSON are nested in each other more than `levels` deep. Looks no deeper than that, so that
 * the depth of a hostile value costs no stack, and a value that contains itself is just too deep.
 */
export function isNestedDeeper(value: unknown, levels: number): boolean {
  // A proxy may run anything, or throw, when it is read.
  if (typeof value !== "object" || value === null || types.isProxy(value)) return false;
  if (levels <= 0) return true;
  for (const item of Object.values(value)) if (isNestedDeeper(item, levels - 1)) return true;
  return false;
}
