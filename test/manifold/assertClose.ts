import assert from "node:assert/strict";

type Values = number | ArrayLike<number> | readonly (readonly number[])[] | { data: ArrayLike<number> };

function flat(values: Values): number[] {
  if (typeof values === "number") return [values];
  if ("data" in values) return Array.from(values.data);
  return Array.from(values as ArrayLike<number | readonly number[]>).flatMap((value) =>
    typeof value === "number" ? [value] : [...value],
  );
}

/** The largest absolute difference of two matrices or lists of equal size. */
export function largestDifference(actual: Values, expected: Values): number {
  const [a, b] = [flat(actual), flat(expected)];
  assert.equal(a.length, b.length, "sizes differ");
  return a.reduce((largest, value, i) => Math.max(largest, Math.abs(value - b[i])), 0);
}

/** Asserts that no entry differs by more than the tolerance; NaN never passes. */
export function assertClose(actual: Values, expected: Values, tolerance: number, what = "values"): void {
  const difference = largestDifference(actual, expected);
  const numbers = flat(actual);
  assert.ok(numbers.every(Number.isFinite), `${what}: not all numbers are finite`);
  assert.ok(difference <= tolerance, `${what} differ by ${difference}, more than ${tolerance}`);
}

/** Asserts |actual − expected| ≤ tolerance · |expected|. */
export function assertRelative(actual: number, expected: number, tolerance: number, what = "value"): void {
  const error = Math.abs(actual - expected) / Math.abs(expected);
  assert.ok(
    error <= tolerance,
    `${what}: ${actual} is ${error} away from ${expected}, relatively; allowed ${tolerance}`,
  );
}
