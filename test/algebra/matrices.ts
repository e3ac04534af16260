import fc from "fast-check";
import type { Matrix64 } from "../../lib/algebra/algebra";
import { float64 } from "../../lib/algebra/float64";
import { transpose } from "../../lib/algebra/multiply";

/** Sizes of small matrices and a seed for their entries. */
export const sizes = fc.record({
  m: fc.integer({ min: 1, max: 13 }),
  k: fc.integer({ min: 1, max: 13 }),
  n: fc.integer({ min: 1, max: 13 }),
  seed: fc.nat(1000),
});

/** A matrix as rows of numbers, which mathjs takes. */
export function rowsOf({ data, shape: [m, n] }: Matrix64): number[][] {
  return Array.from({ length: m }, (_, i) => Array.from(data.subarray(i * n, (i + 1) * n)));
}

/** diag(values) */
export function diagonal(values: Float64Array): Matrix64 {
  const n = values.length;
  const data = new Float64Array(n * n);
  values.forEach((value, i) => (data[i * n + i] = value));
  return { data, shape: [n, n] };
}

export function identity(n: number): Matrix64 {
  return diagonal(new Float64Array(n).fill(1));
}

export function ones(n: number): Matrix64 {
  return { data: new Float64Array(n * n).fill(1), shape: [n, n] };
}

/** A diag(factors) */
export function scaleColumns(a: Matrix64, factors: Float64Array): Matrix64 {
  return transpose(float64.scaleRows(transpose(a), factors));
}
