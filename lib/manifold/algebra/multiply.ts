import type { Matrix64 } from "./algebra";
import { productPanel, productRows, transposedPanel, transposedRows } from "./panels";

/** AB for A [m, k] and B [k, n]. */
export function multiply(a: Matrix64, b: Matrix64): Matrix64 {
  const [m, k] = a.shape;
  const n = b.shape[1];
  const c = new Float64Array(m * n);
  const whole = m - (m % 4);
  for (let i = 0; i < whole; i += 4) productPanel(a.data, b.data, c, i, k, n);
  if (whole < m) productRows(a.data, b.data, c, whole, m, 0, k, n);
  if (n % 2 === 1) productRows(a.data, b.data, c, 0, whole, n - 1, k, n);
  return { data: c, shape: [m, n] };
}

/** AᵀB for A [k, m] and B [k, n]; half the work where B is A. */
export function transposeMultiply(a: Matrix64, b: Matrix64): Matrix64 {
  if (a === b) return lowerHalf(a, a);
  const [k, m] = a.shape;
  const n = b.shape[1];
  const c = new Float64Array(m * n);
  const whole = m - (m % 4);
  for (let i = 0; i < whole; i += 4) transposedPanel(a.data, b.data, c, i, n, m, k, n);
  if (whole < m) transposedRows(a.data, b.data, c, whole, m, 0, m, k, n);
  if (n % 2 === 1) transposedRows(a.data, b.data, c, 0, whole, n - 1, m, k, n);
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
  const whole = n - (n % 4);
  for (let i = 0; i < whole; i += 4) transposedPanel(a.data, b.data, c, i, i + 4, n, k, n);
  if (whole < n) transposedRows(a.data, b.data, c, whole, n, 0, n, k, n);
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
