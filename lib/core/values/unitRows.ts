import type { Matrix } from "./matrix";

/** The rows scaled to length one; rows of zeros stay. */
export function unitRows({ data, shape: [n, d] }: Matrix<Float32Array>): Matrix<Float32Array> {
  const unit = data.slice();
  for (let i = 0; i < n; i++) {
    const row = unit.subarray(i * d, (i + 1) * d);
    const length = Math.sqrt(row.reduce((sum, value) => sum + value * value, 0));
    if (length > 0) for (let c = 0; c < d; c++) row[c] /= length;
  }
  return { data: unit, shape: [n, d] };
}
