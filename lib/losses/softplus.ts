/** log(1 + eᵐ) without overflow: max(m, 0) + log1p(e^{−|m|}). */
export function softplus(m: number): number {
  return Math.max(m, 0) + Math.log1p(Math.exp(-Math.abs(m)));
}

/** 1/(1 + e^{−m}), the derivative of softplus, without overflow. */
export function sigmoid(m: number): number {
  if (m >= 0) return 1 / (1 + Math.exp(-m));
  const e = Math.exp(m);
  return e / (1 + e);
}
