import type { Algebra, Matrix64, Retraction } from "./algebra";
import { inverseRoot } from "./inverseRoot";
import { multiply, transposeMultiply } from "./multiply";
import { combine } from "./vectorSpace";

/** Carrying an image costs one image of U plus l/d of an image per trial, which pays off below about this l/d. */
const NARROW = 1 / 3;

/**
 * t ↦ the polar factor MN of M = X + tU, N = (MᵀM)^{-1/2}. For a tangent U, MᵀM = I + t²UᵀU is near I for short steps, and a polynomial
 * gives N with few products. If l is much smaller than d, images are carried: A(X + tU)N = (AX + t·AU)N.
 */
export function polarRetraction(x: Matrix64, u: Matrix64): Retraction<Matrix64> {
  let last: { t: number; factor: Matrix64 } | undefined;
  const factorAt = (t: number, moved: Matrix64): Matrix64 => {
    if (last?.t !== t) last = { t, factor: inverseRoot(transposeMultiply(moved, moved)) };
    return last.factor;
  };
  const point = (t: number) => {
    const moved = combine(1, x, t, u);
    return multiply(moved, factorAt(t, moved));
  };
  const carry = (image: Matrix64, along: Matrix64, t: number) =>
    multiply(combine(1, image, t, along), factorAt(t, combine(1, x, t, u)));
  const [d, l] = x.shape;
  return { point, ...(l <= NARROW * d && { carry }) };
}

/** Singular values whose relative difference is below this are equal in float32. */
const TOLERANCE = 1e-7;
const MAX_STEPS = 40;

/**
 * A start scale and the coefficients a of the steps Z ← Z(aI − ZᵀZ) that take all singular values in [1, bound] to 1. σ ↦ σ(a − σ²) takes
 * both ends of an interval to the same value for a = low² + low·high + high², and has its maximum 2(a/3)^{3/2} between them. Choosing a
 * new a in each step, instead of the 3/2 of plain Newton–Schulz, saves one step in four. Scaling Z by μ scales a by μ² and the result by μ³,
 * so a suitable start scale makes the final values 1.
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
 * t ↦ the polar factor of M = X + tU with matrix products only, so that it runs on every engine. Each use corrects earlier rounding
 * errors. The singular values of M lie in [1, √(1 + ε)], ε = ‖MᵀM − I‖. `spread` reads ε if that is cheap; otherwise the bound
 * ε ≤ t²‖U‖² needs no reading.
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
