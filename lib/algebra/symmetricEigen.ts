import type { Matrix64 } from "./algebra";

/** Eigenvalues in ascending order; row i of `vectors` is the unit eigenvector of `values[i]`. */
export interface SymmetricEigen {
  values: Float64Array;
  vectors: Matrix64;
}

/**
 * S = Σᵢ λᵢ vᵢvᵢᵀ for a symmetric S [n, n]: Householder reduction to tridiagonal form, then the implicit QL iteration
 * with Wilkinson's shift. Vectors are stored as rows, so every rotation works on contiguous memory.
 */
export function symmetricEigen(s: Matrix64): SymmetricEigen {
  const n = s.shape[0];
  const { diagonal, offDiagonal, basis } = tridiagonalize(s);
  implicitQL(diagonal, offDiagonal, basis, n);
  return ascending(diagonal, basis, n);
}

/** S = Q T Qᵀ; `basis` holds Qᵀ, `offDiagonal[i]` couples i and i + 1. */
function tridiagonalize(s: Matrix64) {
  const n = s.shape[0];
  const a = s.data.slice();
  const diagonal = new Float64Array(n);
  const offDiagonal = new Float64Array(n);
  const reflectors: { v: Float64Array; start: number }[] = [];
  for (let k = 0; k + 1 < n; k++) {
    const start = k + 1;
    const size = n - start;
    const v = new Float64Array(size);
    let tail = 0;
    for (let i = 0; i < size; i++) {
      v[i] = a[(start + i) * n + k]!;
      if (i > 0) tail += v[i] ** 2;
    }
    if (tail === 0) {
      offDiagonal[k] = v[0]!;
      continue;
    }
    const norm = Math.sqrt(v[0] ** 2 + tail);
    const alpha = v[0] > 0 ? -norm : norm;
    v[0] -= alpha;
    const scale = Math.SQRT2 / Math.sqrt(v[0] ** 2 + tail);
    for (let i = 0; i < size; i++) v[i] *= scale;
    offDiagonal[k] = alpha;
    reflectTrailing(a, v, start, n);
    reflectors.push({ v, start });
  }
  for (let i = 0; i < n; i++) diagonal[i] = a[i * n + i]!;
  const basis = new Float64Array(n * n);
  for (let i = 0; i < n; i++) basis[i * n + i] = 1;
  for (const { v, start } of reflectors.reverse()) reflectRows(basis, v, start, n);
  return { diagonal, offDiagonal, basis };
}

/** A ← HAH on the trailing block, H = I − vvᵀ: A − vwᵀ − wvᵀ with w = Av − (vᵀAv/2)v. */
function reflectTrailing(a: Float64Array, v: Float64Array, start: number, n: number): void {
  const size = v.length;
  const w = new Float64Array(size);
  let half = 0;
  for (let i = 0; i < size; i++) {
    const row = (start + i) * n + start;
    let sum = 0;
    for (let j = 0; j < size; j++) sum += a[row + j] * v[j];
    w[i] = sum;
    half += sum * v[i];
  }
  half /= 2;
  for (let i = 0; i < size; i++) w[i] -= half * v[i];
  for (let i = 0; i < size; i++) {
    const row = (start + i) * n + start;
    const vi = v[i];
    const wi = w[i];
    for (let j = 0; j < size; j++) a[row + j] -= vi * w[j] + wi * v[j];
  }
}

/** Qᵀ ← QᵀH on the block that is no longer the identity (Qᵀ holds one basis vector per row). */
function reflectRows(basis: Float64Array, v: Float64Array, start: number, n: number): void {
  const size = v.length;
  for (let i = start; i < n; i++) {
    const row = i * n + start;
    let sum = 0;
    for (let j = 0; j < size; j++) sum += basis[row + j] * v[j];
    if (sum !== 0) for (let j = 0; j < size; j++) basis[row + j] -= sum * v[j];
  }
}

const MAX_SWEEPS = 60;

/** Diagonalizes the tridiagonal matrix in place, rotating the rows of `z` along. */
function implicitQL(d: Float64Array, e: Float64Array, z: Float64Array, n: number): void {
  for (let l = 0; l < n; l++) {
    for (let sweep = 0; sweep < MAX_SWEEPS; sweep++) {
      let m = l;
      while (m + 1 < n && !(Math.abs(e[m]) <= Number.EPSILON * (Math.abs(d[m]) + Math.abs(d[m + 1])))) m++;
      if (m === l) break;
      qlSweep(d, e, z, l, m, n);
    }
  }
}

function qlSweep(d: Float64Array, e: Float64Array, z: Float64Array, l: number, m: number, n: number): void {
  const ratio = (d[l + 1] - d[l]) / (2 * e[l]);
  const root = Math.sqrt(ratio * ratio + 1);
  let g = d[m] - d[l] + e[l] / (ratio + (ratio >= 0 ? root : -root));
  let sine = 1;
  let cosine = 1;
  let p = 0;
  for (let i = m - 1; i >= l; i--) {
    const f = sine * e[i];
    const b = cosine * e[i];
    const r = Math.sqrt(f * f + g * g);
    e[i + 1] = r;
    if (r === 0) {
      d[i + 1] -= p;
      e[m] = 0;
      return;
    }
    sine = f / r;
    cosine = g / r;
    g = d[i + 1] - p;
    const t = (d[i] - g) * sine + 2 * cosine * b;
    p = sine * t;
    d[i + 1] = g + p;
    g = cosine * t - b;
    rotateRows(z, i * n, (i + 1) * n, cosine, sine, n);
  }
  d[l] -= p;
  e[l] = g;
  e[m] = 0;
}

function rotateRows(z: Float64Array, low: number, high: number, c: number, s: number, n: number): void {
  for (let k = 0; k < n; k++) {
    const x = z[low + k];
    const y = z[high + k];
    z[high + k] = s * x + c * y;
    z[low + k] = c * x - s * y;
  }
}

function ascending(values: Float64Array, vectors: Float64Array, n: number): SymmetricEigen {
  const order = Array.from(values.keys()).sort((i, j) => values[i] - values[j]);
  const sorted = new Float64Array(n * n);
  order.forEach((from, to) => {
    sorted.set(vectors.subarray(from * n, (from + 1) * n), to * n);
  });
  return { values: Float64Array.from(order, (i) => values[i]), vectors: { data: sorted, shape: [n, n] } };
}
