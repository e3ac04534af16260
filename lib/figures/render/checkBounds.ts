import { describeValue, hasHoles, isArray, isRecord, recordOf } from "../../core/options";
import { check } from "../../core/errors";

/** Maximum number of entries of a list outside the data, and of characters in a name: Vega-Lite's time grows faster than either. */
const mostEntries = 100_000;
const longestName = 1_000;

/**
 * Rejects what Vega-Lite would take, but spend seconds on: arrays with holes such as `new Array(1e9)`, endless lists outside the data, a text
 * where a record belongs (it is read letter by letter), endless names. The rows of the data are not checked.
 */
export function checkBounds(value: unknown, name: string, depth = 0): void {
  if (typeof value !== "object" || value === null || depth > 30) return;
  if (isArray(value) || ArrayBuffer.isView(value)) {
    checkEntries(value as ArrayLike<unknown>, name);
    if (isArray(value)) for (const entry of value) checkBounds(entry, name, depth + 1);
  } else if (isRecord(value)) {
    for (const [key, inner] of Object.entries(value)) checkField(key, inner, `${name}.${key}`, depth + 1);
  }
}

function checkField(key: string, value: unknown, name: string, depth: number): void {
  if (key === "values" || key === "datasets") {
    if (isArray(value)) checkHoles(value, name);
    return;
  }
  if ((key === "config" || key === "encoding") && value !== undefined && value !== null)
    recordOf("a record", {}).read(value, name);
  check(
    key !== "name" || typeof value !== "string" || value.length <= longestName,
    () => `${name} must have at most ${longestName} characters, got ${describeValue(value)}.`,
  );
  checkBounds(value, name, depth);
}

function checkEntries(value: ArrayLike<unknown>, name: string): void {
  check(
    value.length <= mostEntries,
    () =>
      `${name} must have at most ${mostEntries} entries, got ${describeValue(value)}. Put rows into data.values.`,
  );
  if (isArray(value)) checkHoles(value, name);
}

function checkHoles(value: readonly unknown[], name: string): void {
  check(!hasHoles(value), () => `${name} must have no arrays with holes, got ${describeValue(value)}.`);
}
