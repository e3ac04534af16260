import { float64, frobeniusNorm, innerProduct, positivePart, type Matrix64 } from "../../algebra";
import type { MetricUpdates } from "./learner/method";

/** f(M), and on request its symmetric Euclidean gradient. */
export type MatrixObjective = (m: Matrix64) => { cost: number; gradient: () => Matrix64 };

const SUFFICIENT = 1e-4;
const HALVINGS = 30;

/**
 * Minimizes f(M) over M ⪰ 0 by projected gradient descent: M ← P(M − tG), where P clips negative eigenvalues. t is halved until
 * Armijo's condition f(M⁺) ≤ f(M) + σ⟨G, M⁺ − M⟩ holds, and doubled after steps that needed no halving. The first t moves M by a
 * tenth of its norm, so that units do not matter. Stops when a step changes f by less than `tolerance`·|f|.
 */
export function* psdDescent(
  evaluate: MatrixObjective,
  start: Matrix64,
  { maxIterations, tolerance }: { maxIterations: number; tolerance: number },
): MetricUpdates {
  let matrix = start;
  let { cost: objective, gradient } = evaluate(matrix);
  let step = 0;
  for (let iteration = 1; iteration <= maxIterations; iteration++) {
    const slope = gradient();
    const steepness = frobeniusNorm(slope);
    if (steepness === 0) return { matrix, stopReason: "converged" };
    step ||= (0.1 * frobeniusNorm(matrix)) / steepness;
    const trial = () => {
      const point = positivePart(float64.combine(1, matrix, -step, slope));
      const expected = innerProduct(slope, float64.combine(1, point, -1, matrix));
      const value = evaluate(point);
      return { point, ...value, holds: value.cost <= objective + SUFFICIENT * expected };
    };
    let reached = trial();
    let halvings = 0;
    for (; !reached.holds && halvings < HALVINGS; halvings++) {
      step /= 2;
      reached = trial();
    }
    if (!reached.holds) return { matrix, stopReason: "converged" };
    const change = (objective - reached.cost) / Math.max(Math.abs(objective), Number.MIN_VALUE);
    matrix = reached.point;
    ({ cost: objective, gradient } = reached);
    yield { iteration, objective, change, matrix };
    if (change < tolerance) return { matrix, stopReason: "converged" };
    if (halvings === 0) step *= 2;
  }
  return { matrix, stopReason: "max-iterations" };
}
