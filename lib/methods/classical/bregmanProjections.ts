import type { Steps } from "../../core";
import type { Matrix64 } from "../../algebra";
import type { MetricIteration } from "./learner/method";
import type { Pairs } from "./pairs/pairs";

/** The metric to start from, and a bound ξ⁰ for every pair: a lower bound for dissimilar pairs, an upper bound for similar ones. */
export interface BoundedPairs {
  prior: Matrix64;
  pairs: Pairs;
  bounds: Float64Array;
}

export interface ProjectionState {
  matrix: Matrix64;
  slackBounds: Float64Array;
  multipliers: Float64Array;
}

/**
 * Rounds of Bregman projections (Davis et al. 2007, Algorithm 1). For a pair with v = x_i − x_j, p = vᵀMv and y = ±1: α =
 * min(λ, y·γ/(γ+1)·(1/p − 1/ξ)), λ ← λ − α, 1/ξ ← 1/ξ + yα/γ, M⁻¹ ← M⁻¹ − yα vvᵀ, that is M ← M + β(Mv)(Mv)ᵀ with β = yα/(1 −
 * yαp). M⁻¹ = M₀⁻¹ + Σ yλvvᵀ holds throughout. The reported objective is the largest relative violation of a bound in the round.
 */
export function* bregmanProjections(
  { data: x, shape: [, d] }: Matrix64,
  { prior, pairs, bounds }: BoundedPairs,
  { slack, maxIterations, tolerance }: { slack: number; maxIterations: number; tolerance: number },
): Steps<MetricIteration, ProjectionState & { stopReason: "converged" | "max-iterations" }> {
  const matrix = prior.data.slice();
  const multipliers = new Float64Array(pairs.count);
  const slackBounds = bounds.slice();
  const v = new Float64Array(d);
  const mv = new Float64Array(d);
  const state = { matrix: { data: matrix, shape: prior.shape }, slackBounds, multipliers };

  /** Projects onto the bound of one pair; returns its relative violation and the change of λ. */
  const project = (e: number): [violation: number, change: number] => {
    const a = pairs.first[e] * d;
    const b = pairs.second[e] * d;
    for (let c = 0; c < d; c++) v[c] = x[a + c] - x[b + c];
    const p = multiplyVector(matrix, v, mv);
    if (!(p > 0)) return [0, 0];
    const sign = pairs.kinds[e];
    const wanted = ((sign * slack) / (slack + 1)) * (1 / p - 1 / slackBounds[e]);
    const alpha = Math.min(multipliers[e], wanted);
    if (alpha === 0) return [0, 0];
    const violation = Math.max(0, sign * (p / slackBounds[e] - 1));
    multipliers[e] -= alpha;
    slackBounds[e] = 1 / (1 / slackBounds[e] + (sign * alpha) / slack);
    addOuter(matrix, (sign * alpha) / (1 - sign * alpha * p), mv);
    return [violation, Math.abs(alpha)];
  };

  for (let iteration = 1; iteration <= maxIterations; iteration++) {
    let objective = 0;
    let moved = 0;
    const before = total(multipliers);
    for (let e = 0; e < pairs.count; e++) {
      const [violation, change] = project(e);
      objective = Math.max(objective, violation);
      moved += change;
    }
    const size = before + total(multipliers);
    const change = size > 0 ? moved / size : 0;
    yield { iteration, objective, change };
    if (change < tolerance) return { ...state, stopReason: "converged" };
  }
  return { ...state, stopReason: "max-iterations" };
}

function total(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** Writes Mv and returns vᵀMv. */
function multiplyVector(m: Float64Array, v: Float64Array, mv: Float64Array): number {
  const d = v.length;
  let product = 0;
  for (let i = 0; i < d; i++) {
    let sum = 0;
    for (let j = 0, row = i * d; j < d; j++) sum += m[row + j] * v[j];
    mv[i] = sum;
    product += sum * v[i];
  }
  return product;
}

/** M ← M + βuuᵀ, exactly symmetric. */
function addOuter(m: Float64Array, beta: number, u: Float64Array): void {
  const d = u.length;
  for (let i = 0; i < d; i++) {
    for (let j = 0, row = i * d; j < d; j++) m[row + j] += beta * (u[i] * u[j]);
  }
}
