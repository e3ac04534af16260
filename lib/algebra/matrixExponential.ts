import type { Matrix64 } from "./algebra";
import { float64 } from "./float64";
import { frobeniusNorm } from "./vectorSpace";
import { multiply } from "./multiply";

const TERMS = 18;

/** exp(A) = Σ Aᵏ/k! for a square A: the Taylor series of A/2ˢ with ‖A/2ˢ‖ ≤ ½, then s squarings. */
export function matrixExponential(a: Matrix64): Matrix64 {
  const squarings = Math.max(0, Math.ceil(Math.log2(frobeniusNorm(a) * 2)));
  const scaled = float64.combine(2 ** -squarings, a, 0, a);
  let sum = float64.shift(0, a, 1);
  let term = sum;
  for (let k = 1; k <= TERMS; k++) {
    term = float64.combine(1 / k, multiply(term, scaled), 0, term);
    sum = float64.combine(1, sum, 1, term);
  }
  for (let s = 0; s < squarings; s++) sum = multiply(sum, sum);
  return sum;
}
