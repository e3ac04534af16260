/** n points of d coordinates, one after the other. */
export interface Points {
  data: Float32Array | Float64Array;
  n: number;
  d: number;
}

/**
 * ‖x_i − x_j‖² in float64 from the differences themselves; may stop as soon as the sum exceeds `enough`, and then
 * returns some number above `enough`. The same for (i, j) and (j, i), to the last digit.
 */
export function squaredDistance(
  data: Float32Array | Float64Array,
  d: number,
  i: number,
  j: number,
  enough: number,
): number {
  let a = i * d;
  let b = j * d;
  const end = a + d;
  let sum = 0;
  for (; a + 8 <= end && sum <= enough; a += 8, b += 8) {
    const d0 = data[a] - data[b];
    const d1 = data[a + 1] - data[b + 1];
    const d2 = data[a + 2] - data[b + 2];
    const d3 = data[a + 3] - data[b + 3];
    const d4 = data[a + 4] - data[b + 4];
    const d5 = data[a + 5] - data[b + 5];
    const d6 = data[a + 6] - data[b + 6];
    const d7 = data[a + 7] - data[b + 7];
    sum += d0 * d0 + d1 * d1 + (d2 * d2 + d3 * d3) + (d4 * d4 + d5 * d5 + (d6 * d6 + d7 * d7));
  }
  if (sum > enough) return sum;
  for (; a < end; a++, b++) sum += (data[a] - data[b]) ** 2;
  return sum;
}
