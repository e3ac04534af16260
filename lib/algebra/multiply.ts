import type { Matrix64 } from "./algebra";

/** AB for A [m, k] and B [k, n]. */
export function multiply(a: Matrix64, b: Matrix64): Matrix64 {
  const [m, k] = a.shape;
  return product({ data: a.data, row: k, sum: 1 }, m, b);
}

/** AᵀB for A [k, m] and B [k, n]; half the work if B is A. */
export function transposeMultiply(a: Matrix64, b: Matrix64): Matrix64 {
  if (a === b) return lowerHalf(a, a);
  const m = a.shape[1];
  return product({ data: a.data, row: 1, sum: m }, m, b);
}

/** The product of a factor with m rows and B. */
function product(a: Factor, m: number, { data: b, shape: [k, n] }: Matrix64): Matrix64 {
  const c = new Float64Array(m * n);
  const whole = m - (m % 4);
  for (let i = 0; i < whole; i += 4) productPanel(a, b, c, i, n, k, n);
  if (whole < m) productRows(a, b, c, whole, m, 0, k, n);
  if (n % 2 === 1) productRows(a, b, c, 0, whole, n - 1, k, n);
  return { data: c, shape: [m, n] };
}

/** AB for symmetric A and B that commute, so that AB is symmetric too: half the work. */
export function symmetricProduct(a: Matrix64, b: Matrix64): Matrix64 {
  return lowerHalf(a, b);
}

/** AᵀB [n, n] if it is known to be symmetric: computes the lower half and mirrors it. */
function lowerHalf(a: Matrix64, b: Matrix64): Matrix64 {
  const [k, n] = a.shape;
  const transposed = { data: a.data, row: 1, sum: n };
  const c = new Float64Array(n * n);
  const whole = n - (n % 4);
  for (let i = 0; i < whole; i += 4) productPanel(transposed, b.data, c, i, i + 4, k, n);
  if (whole < n) productRows(transposed, b.data, c, whole, n, 0, k, n);
  for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) c[j * n + i] = c[i * n + j];
  return { data: c, shape: [n, n] };
}

/** ABᵀ for A [m, k] and B [n, k]. */
export function multiplyTranspose(a: Matrix64, b: Matrix64): Matrix64 {
  return multiply(a, transpose(b));
}

export function transpose(a: Matrix64): Matrix64 {
  const [m, n] = a.shape;
  const data = new Float64Array(m * n);
  for (let i = 0; i < m; i++) for (let j = 0; j < n; j++) data[j * m + i] = a.data[i * n + j];
  return { data, shape: [n, m] };
}

/** How products read a factor: entry (i, p) of A, or of Aᵀ, is `data[i * row + p * sum]`. */
interface Factor {
  data: Float64Array;
  /** Offset of the next row. */
  row: number;
  /** Offset of the next term of a sum. */
  sum: number;
}

/**
 * Rows i … i + 3 and the pairs of columns before `end` of C = AB, C[i, j] = Σₚ A[i, p]·B[p, j] with k terms and B [k, n], in tiles of 4 x 2
 * sums that stay in registers. One call per panel, instead of one loop over all panels, lets the JavaScript engine optimize the function
 * after a few calls.
 */
function productPanel(
  { data: a, row, sum }: Factor,
  b: Float64Array,
  c: Float64Array,
  i: number,
  end: number,
  k: number,
  n: number,
): void {
  const row2 = 2 * row;
  const row3 = 3 * row;
  for (let j = 0; j + 1 < end; j += 2) {
    let c00 = 0;
    let c01 = 0;
    let c10 = 0;
    let c11 = 0;
    let c20 = 0;
    let c21 = 0;
    let c30 = 0;
    let c31 = 0;
    for (let p = 0, r = i * row, q = j; p < k; p++, r += sum, q += n) {
      const b0 = b[q];
      const b1 = b[q + 1];
      const x0 = a[r];
      const x1 = a[r + row];
      const x2 = a[r + row2];
      const x3 = a[r + row3];
      c00 += x0 * b0;
      c01 += x0 * b1;
      c10 += x1 * b0;
      c11 += x1 * b1;
      c20 += x2 * b0;
      c21 += x2 * b1;
      c30 += x3 * b0;
      c31 += x3 * b1;
    }
    const o = i * n + j;
    c[o] = c00;
    c[o + 1] = c01;
    c[o + n] = c10;
    c[o + n + 1] = c11;
    c[o + 2 * n] = c20;
    c[o + 2 * n + 1] = c21;
    c[o + 3 * n] = c30;
    c[o + 3 * n + 1] = c31;
  }
}

/** The part that panels do not cover: rows `from` … `to` − 1 of C, from column `column` on. */
function productRows(
  { data: a, row, sum }: Factor,
  b: Float64Array,
  c: Float64Array,
  from: number,
  to: number,
  column: number,
  k: number,
  n: number,
): void {
  for (let i = from; i < to; i++) {
    for (let j = column; j < n; j++) {
      let total = 0;
      for (let p = 0, r = i * row, q = j; p < k; p++, r += sum, q += n) total += a[r] * b[q];
      c[i * n + j] = total;
    }
  }
}
