import type { Matrix64 } from "./algebra";

/**
 * A = QR for A [m, n] with m ≥ n: Q [m, n] has orthonormal columns and R [n, n] is upper triangular with a
 * non-negative diagonal, which makes the factors unique when A has full rank. Householder reflections.
 */
export function thinQr(a: Matrix64): { q: Matrix64; r: Matrix64 } {
  const [m, n] = a.shape;
  const work = a.data.slice();
  const reflectors: Float64Array[] = [];
  for (let k = 0; k < n; k++) {
    const v = new Float64Array(m - k);
    for (let i = k; i < m; i++) v[i - k] = work[i * n + k]!;
    const norm = Math.sqrt(v.reduce((sum, x) => sum + x * x, 0));
    v[0] += v[0] < 0 ? -norm : norm;
    const length = Math.sqrt(v.reduce((sum, x) => sum + x * x, 0));
    if (length > 0) for (let i = 0; i < v.length; i++) v[i] *= Math.SQRT2 / length;
    reflectColumns(work, v, k, k, n);
    reflectors.push(v);
  }
  const r = new Float64Array(n * n);
  const q = new Float64Array(m * n);
  for (let i = 0; i < n; i++) {
    const sign = work[i * n + i] < 0 ? -1 : 1;
    for (let j = i; j < n; j++) r[i * n + j] = sign * work[i * n + j];
    q[i * n + i] = sign;
  }
  for (let k = n - 1; k >= 0; k--) reflectColumns(q, reflectors[k], k, 0, n);
  return { q: { data: q, shape: [m, n] }, r: { data: r, shape: [n, n] } };
}

/** A ← (I − vvᵀ)A on the rows from `row` and the columns from `column`. */
function reflectColumns(a: Float64Array, v: Float64Array, row: number, column: number, n: number): void {
  const products = new Float64Array(n);
  for (let i = 0; i < v.length; i++) {
    const start = (row + i) * n;
    for (let j = column; j < n; j++) products[j] += v[i] * a[start + j];
  }
  for (let i = 0; i < v.length; i++) {
    const start = (row + i) * n;
    for (let j = column; j < n; j++) a[start + j] -= v[i] * products[j];
  }
}
