import type { Matrix } from "./matrix";

/** Points moved so that their mean is the origin. Distances stay the same, and float32 products lose fewer digits. */
export interface CenteredRows<Data extends Float32Array | Float64Array> {
  /** X − μ, [n, d]. */
  centered: Matrix<Data>;
  /** The mean row μ, [d]. */
  mean: Float64Array;
  /** ‖x − μ‖² of each row, computed in float64. */
  squares: Float64Array;
}

/** X − μ for the rows of X, in float64. */
export function centerRows(points: Matrix): CenteredRows<Float64Array>;
/** The same, with X − μ stored in the given precision. */
export function centerRows<Data extends Float32Array | Float64Array>(
  points: Matrix,
  Type: new (length: number) => Data,
): CenteredRows<Data>;
export function centerRows(
  { data, shape: [n, d] }: Matrix,
  Type: new (length: number) => Float32Array | Float64Array = Float64Array,
): CenteredRows<Float32Array | Float64Array> {
  const mean = new Float64Array(d);
  for (let i = 0, at = 0; i < n; i++) for (let c = 0; c < d; c++, at++) mean[c] += data[at] / n;
  const centered = new Type(n * d);
  const squares = new Float64Array(n);
  for (let i = 0, at = 0; i < n; i++) {
    let square = 0;
    for (let c = 0; c < d; c++, at++) {
      const difference = data[at] - mean[c];
      centered[at] = difference;
      square += difference * difference;
    }
    squares[i] = square;
  }
  return { centered: { data: centered, shape: [n, d] }, mean, squares };
}
