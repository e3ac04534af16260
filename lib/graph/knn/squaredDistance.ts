type Numbers = Float32Array | Float64Array;

/**
 * ‖x_i − x_j‖² in float64, computed from the differences. May stop as soon as the sum exceeds `enough`; then it
 * returns some number above `enough`. Bit-equal for (i, j) and (j, i).
 */
export function squaredDistance(data: Numbers, d: number, i: number, j: number, enough: number): number {
  return squaredDistanceBetween(data, i, data, j, d, enough);
}

/** ‖x_i − y_j‖² of rows of two matrices with d columns, computed in the same way. */
export function squaredDistanceBetween(
  x: Numbers,
  i: number,
  y: Numbers,
  j: number,
  d: number,
  enough: number,
): number {
  let a = i * d;
  let b = j * d;
  const end = a + d;
  let sum = 0;
  for (; a + 8 <= end && sum <= enough; a += 8, b += 8) {
    const d0 = x[a] - y[b];
    const d1 = x[a + 1] - y[b + 1];
    const d2 = x[a + 2] - y[b + 2];
    const d3 = x[a + 3] - y[b + 3];
    const d4 = x[a + 4] - y[b + 4];
    const d5 = x[a + 5] - y[b + 5];
    const d6 = x[a + 6] - y[b + 6];
    const d7 = x[a + 7] - y[b + 7];
    sum += d0 * d0 + d1 * d1 + (d2 * d2 + d3 * d3) + (d4 * d4 + d5 * d5 + (d6 * d6 + d7 * d7));
  }
  if (sum > enough) return sum;
  for (; a < end; a++, b++) sum += (x[a] - y[b]) ** 2;
  return sum;
}
