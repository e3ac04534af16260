import type { Algebra, Retraction } from "./algebra";

/** Singular values this close, relatively, are equal in float32. */
const TOLERANCE = 1e-7;
const MAX_STEPS = 40;

/**
 * A start scale and the coefficients a of the steps Z ← Z(aI − ZᵀZ) that take all singular values in [1, bound] to 1. σ ↦ σ(a − σ²) takes
 * both ends of an interval to the same value for a = low² + low·high + high², and has its maximum 2(a/3)^{3/2} between them. Choosing a anew
 * in each step, instead of the 3/2 of plain Newton–Schulz, saves one step in four. Scaling Z by μ scales a by μ² and the result by μ³, so
 * the start scale can be chosen such that the last values are 1.
 */
export function equalizingSteps(bound: number): { scale: number; coefficients: number[] } {
  const coefficients: number[] = [];
  let [low, high, logValue] = [1, bound, 0];
  while (high - low > TOLERANCE * low && coefficients.length < MAX_STEPS) {
    // `low` is brought back to 1 after each step; its true value is kept as a logarithm.
    const a = low * low + low * high + high * high;
    coefficients.push(Math.log(a) + 2 * logValue);
    const next = a - 1;
    [low, high, logValue] = [1, (2 * (a / 3) ** 1.5) / next, 3 * logValue + Math.log(next)];
  }
  const steps = coefficients.length;
  const logScale = -logValue / 3 ** steps;
  return {
    scale: Math.exp(logScale),
    coefficients: coefficients.map((logA, i) => Math.exp(logA + 2 * logScale * 3 ** i)),
  };
}

/**
 * t ↦ the polar factor of M = X + tU with matrix products only, so that it runs on every engine. Each use corrects the rounding of the uses
 * before. The singular values of M lie in [1, √(1 + ε)], ε = ‖MᵀM − I‖, which `spread` reads where the engine can be read at once; elsewhere
 * ε ≤ t²‖U‖² is known without reading.
 */
export function newtonSchulzRetraction<M>(
  algebra: Algebra<M>,
  x: M,
  u: M,
  norm: number,
  spread: (gram: M) => number | undefined,
): Retraction<M> {
  const { combine, shift, multiply, transposeMultiply } = algebra;
  const point = (t: number): M => {
    const moved = combine(1, x, t, u);
    const gram = transposeMultiply(moved, moved);
    const bound = Math.sqrt(1 + (spread(gram) ?? (t * norm) ** 2));
    const { scale, coefficients } = equalizingSteps(bound);
    if (coefficients.length === 0) return moved;
    const [first, ...others] = coefficients;
    const start = multiply(moved, shift(-(scale ** 3), gram, scale * first));
    return others.reduce((z, a) => multiply(z, shift(-1, transposeMultiply(z, z), a)), start);
  };
  return { point };
}
