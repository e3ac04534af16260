/**
 * The inner loops of the matrix products, C[i, j] = Σₚ a·b, four rows of C at a time in tiles of 4 x 2 sums that stay in registers. One call
 * per panel, rather than one loop over all, lets the JavaScript engine optimise the function after a few calls.
 */

type Values = Float64Array;

/** Rows i … i + 3 and all pairs of columns of AB, A [m, k], B [k, n]. */
export function productPanel(a: Values, b: Values, c: Values, i: number, k: number, n: number): void {
  const a0 = i * k;
  const a1 = a0 + k;
  const a2 = a1 + k;
  const a3 = a2 + k;
  for (let j = 0; j + 1 < n; j += 2) {
    let c00 = 0;
    let c01 = 0;
    let c10 = 0;
    let c11 = 0;
    let c20 = 0;
    let c21 = 0;
    let c30 = 0;
    let c31 = 0;
    for (let p = 0, q = j; p < k; p++, q += n) {
      const b0 = b[q];
      const b1 = b[q + 1];
      const x0 = a[a0 + p];
      const x1 = a[a1 + p];
      const x2 = a[a2 + p];
      const x3 = a[a3 + p];
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

/** Rows i … i + 3 and the pairs of columns before `end` of AᵀB, A [k, m], B [k, n]. */
export function transposedPanel(
  a: Values,
  b: Values,
  c: Values,
  i: number,
  end: number,
  m: number,
  k: number,
  n: number,
): void {
  for (let j = 0; j + 1 < end; j += 2) {
    let c00 = 0;
    let c01 = 0;
    let c10 = 0;
    let c11 = 0;
    let c20 = 0;
    let c21 = 0;
    let c30 = 0;
    let c31 = 0;
    for (let p = 0, r = i, q = j; p < k; p++, r += m, q += n) {
      const b0 = b[q];
      const b1 = b[q + 1];
      const x0 = a[r];
      const x1 = a[r + 1];
      const x2 = a[r + 2];
      const x3 = a[r + 3];
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

/** What panels leave over: rows `from` … `to` − 1 and the columns from `column` on, of AB. */
export function productRows(
  a: Values,
  b: Values,
  c: Values,
  from: number,
  to: number,
  column: number,
  k: number,
  n: number,
): void {
  for (let i = from; i < to; i++) {
    for (let j = column; j < n; j++) {
      let sum = 0;
      for (let p = 0, q = j; p < k; p++, q += n) sum += a[i * k + p] * b[q];
      c[i * n + j] = sum;
    }
  }
}

/** The same of AᵀB. */
export function transposedRows(
  a: Values,
  b: Values,
  c: Values,
  from: number,
  to: number,
  column: number,
  m: number,
  k: number,
  n: number,
): void {
  for (let i = from; i < to; i++) {
    for (let j = column; j < n; j++) {
      let sum = 0;
      for (let p = 0, r = i, q = j; p < k; p++, r += m, q += n) sum += a[r] * b[q];
      c[i * n + j] = sum;
    }
  }
}
