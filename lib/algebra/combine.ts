import type { Matrix64 } from "./algebra";

/** αA + βB */
export function combine(alpha: number, a: Matrix64, beta: number, b: Matrix64): Matrix64 {
  const x = a.data;
  const y = b.data;
  const data = new Float64Array(x.length);
  for (let i = 0; i < data.length; i++) data[i] = alpha * x[i] + beta * y[i];
  return { data, shape: a.shape };
}
