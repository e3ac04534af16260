import { describeValue, hasHoles, isArray, isRecord } from "../../core/options";
import { check } from "../../core";

/** Limits outside the data, beyond which Vega-Lite takes seconds: entries of a list, characters of a text, characters of a name. */
const mostEntries = 100_000;
const longestText = 100_000;
const longestName = 1_000;

/**
 * Rejects specifications that Vega-Lite would accept but spend seconds on: arrays with holes such as `new Array(1e9)`, and huge lists, texts
 * and names outside the data. Pictures as data: addresses may be long. The rows of the data are not checked.
 */
export function checkBounds(value: unknown, name: string, depth = 0): void {
  if (typeof value === "string") {
    check(
      value.length <= longestText || value.startsWith("data:"),
      () => `${name} must have at most ${longestText} characters, got ${describeValue(value)}.`,
    );
  }
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
  if (key === "name") {
    check(
      value === undefined || (typeof value === "string" && value.length <= longestName),
      () => `${name} must be a text of at most ${longestName} characters, got ${describeValue(value)}.`,
    );
  }
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
