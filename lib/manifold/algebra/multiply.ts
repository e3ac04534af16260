import type { Matrix64 } from "./algebra";

/** AB for A [m, k] and B [k, n], in tiles of 4 x 2 sums that stay in registers. */
export function multiply(a: Matrix64, b: Matrix64): Matrix64 {
  const [m, k] = a.shape;
  const n = b.shape[1];
  const c = new Float64Array(m * n);
  tiles(a.data, b.data, c, m, k, n);
  return { data: c, shape: [m, n] };
}

/** AᵀB for A [k, m] and B [k, n]; half the work where B is A. */
export function transposeMultiply(a: Matrix64, b: Matrix64): Matrix64 {
  if (a === b) return lowerHalf(a, a);
  const [k, m] = a.shape;
  const n = b.shape[1];
  const c = new Float64Array(m * n);
  transposedTiles(a.data, b.data, c, m, k, n, false);
  return { data: c, shape: [m, n] };
}

/** AB for symmetric A and B that commute, so that AB is symmetric too: half the work. */
export function symmetricProduct(a: Matrix64, b: Matrix64): Matrix64 {
  return lowerHalf(a, b);
}

/** AᵀB [n, n] where it is known to be symmetric: the lower half is computed and mirrored. */
function lowerHalf(a: Matrix64, b: Matrix64): Matrix64 {
  const [k, n] = a.shape;
  const c = new Float64Array(n * n);
  transposedTiles(a.data, b.data, c, n, k, n, true);
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
  for (let i = 0; i < m; i++) for (let j = 0; j < n; j++) data[j * m + i] = a.data[i * n + j]!;
  return { data, shape: [n, m] };
}

function tiles(a: Float64Array, b: Float64Array, c: Float64Array, m: number, k: number, n: number): void {
  const rows = m - (m % 4);
  const columns = n - (n % 2);
  for (let i = 0; i < rows; i += 4) {
    const a0 = i * k;
    const a1 = a0 + k;
    const a2 = a1 + k;
    const a3 = a2 + k;
    for (let j = 0; j < columns; j += 2) {
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
    for (let j = columns; j < n; j++)
      for (let r = i; r < i + 4; r++) c[r * n + j] = dot(a, b, r * k, j, k, n);
  }
  for (let i = rows; i < m; i++) for (let j = 0; j < n; j++) c[i * n + j] = dot(a, b, i * k, j, k, n);
}

/** Row of A (contiguous) times column of B (stride n). */
function dot(a: Float64Array, b: Float64Array, start: number, column: number, k: number, n: number): number {
  let sum = 0;
  for (let p = 0, q = column; p < k; p++, q += n) sum += a[start + p] * b[q];
  return sum;
}

function transposedTiles(
  a: Float64Array,
  b: Float64Array,
  c: Float64Array,
  m: number,
  k: number,
  n: number,
  lowerOnly: boolean,
): void {
  const rows = m - (m % 4);
  const columns = n - (n % 2);
  for (let i = 0; i < rows; i += 4) {
    const end = lowerOnly ? Math.min(i + 4, columns) : columns;
    for (let j = 0; j < end; j += 2) {
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
    for (let j = columns; j < n; j++)
      for (let r = i; r < i + 4; r++) c[r * n + j] = stridedDot(a, b, r, j, k, m, n);
  }
  for (let i = rows; i < m; i++) for (let j = 0; j < n; j++) c[i * n + j] = stridedDot(a, b, i, j, k, m, n);
}

/** Column of A (stride m) times column of B (stride n). */
function stridedDot(
  a: Float64Array,
  b: Float64Array,
  i: number,
  j: number,
  k: number,
  m: number,
  n: number,
): number {
  let sum = 0;
  for (let p = 0, r = i, q = j; p < k; p++, r += m, q += n) sum += a[r] * b[q];
  return sum;
}
