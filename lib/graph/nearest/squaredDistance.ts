/**
 * ‖x_i − x_j‖² in float64 from the differences themselves; may stop as soon as the sum exceeds `enough`, and then
 * returns some number above `enough`. The same for (i, j) and (j, i), to the last digit.
 */
export function squaredDistance(data: Float64Array, d: number, i: number, j: number, enough: number): number {
  let a = i * d;
  let b = j * d;
  const end = a + d;
  let sum = 0;
  while (a < end) {
    for (const stop = Math.min(a + 16, end); a < stop; a++, b++) {
      const difference = data[a] - data[b];
      sum += difference * difference;
    }
    if (sum > enough) return sum;
  }
  return sum;
}
