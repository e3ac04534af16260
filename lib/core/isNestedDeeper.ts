import { types } from "node:util";

/** Real files, notebooks and charts are not nested deeper. Much deeper values can be parsed as JSON but not written. */
export const deepestNesting = 500;

/**
 * Whether the lists and objects of a JSON value are nested more than `levels` deep. Looks no deeper than that, so a hostile value
 * cannot overflow the stack, and a value that contains itself counts as too deep.
 */
export function isNestedDeeper(value: unknown, levels: number): boolean {
  // Reading a proxy may run any code, or throw.
  if (typeof value !== "object" || value === null || types.isProxy(value)) return false;
  if (levels <= 0) return true;
  for (const item of Object.values(value)) if (isNestedDeeper(item, levels - 1)) return true;
  return false;
}
