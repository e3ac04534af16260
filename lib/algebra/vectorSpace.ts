import type { Matrix64 } from "./algebra";

/** αA + βB */
export function combine(alpha: number, a: Matrix64, beta: number, b: Matrix64): Matrix64 {
  const x = a.data;
  const y = b.data;
  const data = new Float64Array(x.length);
  for (let i = 0; i < data.length; i++) data[i] = alpha * x[i] + beta * y[i];
  return { data, shape: a.shape };
}

/** ⟨A, B⟩ = Σ aᵢⱼbᵢⱼ */
export function innerProduct(a: Matrix64, b: Matrix64): number {
  const x = a.data;
  const y = b.data;
  let even = 0;
  let odd = 0;
  const pairs = x.length - (x.length % 2);
  for (let i = 0; i < pairs; i += 2) {
    even += x[i] * y[i];
    odd += x[i + 1] * y[i + 1];
  }
  return pairs < x.length ? even + odd + x[pairs] * y[pairs] : even + odd;
}

/** ‖A‖ (Frobenius) */
export function frobeniusNorm(a: Matrix64): number {
  return Math.sqrt(innerProduct(a, a));
}
