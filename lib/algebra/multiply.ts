import type { Matrix64 } from "./algebra";
import { productPanel, productRows, type Factor } from "./panels";

/** AB for A [m, k] and B [k, n]. */
export function multiply(a: Matrix64, b: Matrix64): Matrix64 {
  const [m, k] = a.shape;
  return product({ data: a.data, row: k, sum: 1 }, m, b);
}

/** AᵀB for A [k, m] and B [k, n]; half the work where B is A. */
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

/** AᵀB [n, n] where it is known to be symmetric: the lower half is computed and mirrored. */
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
