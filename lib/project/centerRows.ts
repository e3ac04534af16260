import type { Matrix } from "../core/values/matrix";

/** X − μ in float64, and the mean row μ. */
export function centerRows({ data, shape: [n, d] }: Matrix): {
  centered: Matrix<Float64Array>;
  mean: Float64Array;
} {
  const mean = new Float64Array(d);
  for (let at = 0, i = 0; i < n; i++) for (let c = 0; c < d; c++, at++) mean[c] += data[at] / n;
  const centered = new Float64Array(n * d);
  for (let at = 0, i = 0; i < n; i++) for (let c = 0; c < d; c++, at++) centered[at] = data[at] - mean[c];
  return { centered: { data: centered, shape: [n, d] }, mean };
}
