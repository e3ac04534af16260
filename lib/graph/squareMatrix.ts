import { describeValue } from "../core/options";
import { check, printsAs } from "../core";
import { matrixText } from "../core/summaries";
import type { Matrix } from "../core/values";

/** An n x n matrix whose entries are computed on demand instead of stored. */
export interface SquareMatrix {
  readonly n: number;
  /** Entry (i, j). */
  at(i: number, j: number): number;
  /** Row i, a new array of n values. */
  row(i: number): Float64Array;
  /** The whole matrix, n x n. */
  toDense(): Matrix<Float64Array>;
  /** A one-line summary. */
  toString(): string;
}

/** Makes a `SquareMatrix` from its entries: adds index checks, `toDense` and a one-line summary. */
export function squareMatrix(
  name: string,
  n: number,
  summary: string,
  entries: { at(i: number, j: number): number; row(i: number): Float64Array },
): SquareMatrix {
  return printsAs(summary, {
    n,
    at(i: number, j: number) {
      checkIndex(name, "i", i, n);
      checkIndex(name, "j", j, n);
      return entries.at(i, j);
    },
    row(i: number) {
      checkIndex(name, "i", i, n);
      return entries.row(i);
    },
    toDense() {
      checkDense(name, n);
      const data = new Float64Array(n * n);
      for (let i = 0; i < n; i++) data.set(entries.row(i), i * n);
      const dense = { data, shape: [n, n] as [number, number] };
      return printsAs(() => matrixText(dense), dense);
    },
  });
}

export function checkIndex(name: string, argument: string, index: number, n: number): void {
  check(
    Number.isInteger(index) && index >= 0 && index < n,
    () => `${name}: ${argument} must be a whole number in [0, ${n - 1}], got ${describeValue(index)}.`,
  );
}

export function checkDense(name: string, n: number): void {
  check(
    n <= 16_000,
    () =>
      `${name}: toDense would hold ${n} x ${n} numbers (${((n * n * 8) / 2 ** 30).toFixed(1)} GB). Ask for row(i) or at(i, j) instead.`,
  );
}
