import type { Matrix64 } from "./algebra";
import { multiply, transpose } from "./multiply";
import { thinQr } from "./thinQr";

/** A = U diag(s) Vᵀ with orthonormal columns in U and V and descending s ≥ 0. */
export interface ThinSvd {
  u: Matrix64;
  s: Float64Array;
  v: Matrix64;
}

/**
 * The thin singular value decomposition of A [m, n], r = min(m, n): U [m, r], s [r], V [n, r]. One-sided Jacobi
 * rotations on the triangular factor, which compute small singular values to high relative accuracy.
 */
export function thinSvd(a: Matrix64): ThinSvd {
  const [m, n] = a.shape;
  if (m < n) {
    const { u, s, v } = thinSvd(transpose(a));
    return { u: v, s, v: u };
  }
  const { q, r } = thinQr(a);
  // Rows of `columns` are the columns of R, rows of `rotations` those of V.
  const columns = transpose(r).data;
  const rotations = new Float64Array(n * n);
  for (let i = 0; i < n; i++) rotations[i * n + i] = 1;
  orthogonalizeRows(columns, rotations, n);
  return collect(q, columns, rotations, n);
}

const MAX_SWEEPS = 60;

function orthogonalizeRows(columns: Float64Array, rotations: Float64Array, n: number): void {
  for (let sweep = 0; sweep < MAX_SWEEPS; sweep++) {
    let rotated = false;
    for (let i = 0; i < n; i++) {
      for (let j = i + 1; j < n; j++) {
        const a = dotRows(columns, i, i, n);
        const b = dotRows(columns, j, j, n);
        const c = dotRows(columns, i, j, n);
        if (!(Math.abs(c) > Number.EPSILON * Math.sqrt(a * b))) continue;
        rotated = true;
        const zeta = (b - a) / (2 * c);
        const tangent = (zeta >= 0 ? 1 : -1) / (Math.abs(zeta) + Math.sqrt(1 + zeta * zeta));
        const cosine = 1 / Math.sqrt(1 + tangent * tangent);
        rotate(columns, i, j, cosine, cosine * tangent, n);
        rotate(rotations, i, j, cosine, cosine * tangent, n);
      }
    }
    if (!rotated) return;
  }
}

function dotRows(a: Float64Array, i: number, j: number, n: number): number {
  let sum = 0;
  for (let k = 0; k < n; k++) sum += a[i * n + k] * a[j * n + k];
  return sum;
}

function rotate(a: Float64Array, i: number, j: number, c: number, s: number, n: number): void {
  for (let k = 0; k < n; k++) {
    const x = a[i * n + k];
    const y = a[j * n + k];
    a[i * n + k] = c * x - s * y;
    a[j * n + k] = s * x + c * y;
  }
}

function collect(q: Matrix64, columns: Float64Array, rotations: Float64Array, n: number): ThinSvd {
  const norms = Float64Array.from({ length: n }, (_, i) => Math.sqrt(dotRows(columns, i, i, n)));
  const order = Array.from(norms.keys()).sort((i, j) => norms[j] - norms[i]);
  const s = Float64Array.from(order, (i) => norms[i]);
  const u = new Float64Array(n * n);
  const v = new Float64Array(n * n);
  order.forEach((from, to) => {
    for (let k = 0; k < n; k++) {
      u[k * n + to] = s[to] > 0 ? columns[from * n + k] / s[to] : 0;
      v[k * n + to] = rotations[from * n + k]!;
    }
  });
  const left: Matrix64 = { data: u, shape: [n, n] };
  // Columns of zero singular values are completed to an orthonormal basis.
  return { u: multiply(q, s[n - 1] > 0 ? left : thinQr(left).q), s, v: { data: v, shape: [n, n] } };
}
