import type { Matrix64 } from "./algebra";

/** The X with AX = B for a square A [n, n] and B [n, m]: Gaussian elimination with row pivoting. */
export function solve(a: Matrix64, b: Matrix64): Matrix64 {
  const n = a.shape[0];
  const m = b.shape[1];
  const left = a.data.slice();
  const right = b.data.slice();
  for (let k = 0; k < n; k++) {
    let pivot = k;
    for (let i = k + 1; i < n; i++) if (Math.abs(left[i * n + k]) > Math.abs(left[pivot * n + k])) pivot = i;
    swapRows(left, k, pivot, n);
    swapRows(right, k, pivot, m);
    for (let i = k + 1; i < n; i++) {
      const factor = left[i * n + k] / left[k * n + k];
      for (let j = k; j < n; j++) left[i * n + j] -= factor * left[k * n + j];
      for (let j = 0; j < m; j++) right[i * m + j] -= factor * right[k * m + j];
    }
  }
  for (let k = n - 1; k >= 0; k--) {
    for (let j = 0; j < m; j++) {
      let sum = right[k * m + j];
      for (let i = k + 1; i < n; i++) sum -= left[k * n + i] * right[i * m + j];
      right[k * m + j] = sum / left[k * n + k];
    }
  }
  return { data: right, shape: [n, m] };
}

function swapRows(a: Float64Array, i: number, j: number, n: number): void {
  if (i === j) return;
  const row = a.slice(i * n, (i + 1) * n);
  a.copyWithin(i * n, j * n, (j + 1) * n);
  a.set(row, j * n);
}
