import {
  float64,
  fromEigen,
  innerProduct,
  logDeterminant,
  multiply,
  spectralMap,
  symmetricEigen,
  type Matrix64,
} from "../../algebra";
import type { MetricIteration, MetricUpdate } from "./learner/method";

const SUFFICIENT = 1e-4;
const HALVINGS = 30;

/**
 * Minimizes f(M) = tr(MH) − log det M by steepest descent on `positiveDefinite(d)`: with the Euclidean gradient G = H − M⁻¹ and
 * R = M^½ G M^½ = M^½ H M^½ − I, M ← M^½ exp(−tR) M^½. t is halved until Armijo's condition f(M⁺) ≤ f(M) − σt‖R‖² holds, and doubled
 * after steps that needed no halving.
 *
 * `steepestDescent` finds the same minimum. This function is specialized for f: with ρ the eigenvalues of R, the difference
 * f(M⁺) − f(M) = Σ (e^{−tρ} − 1)(1 + ρ) + tρ costs almost nothing and loses no digits near the minimum, and M⁻¹ is never needed,
 * so the start may be nearly singular.
 */
export function* spdDescent(
  h: Matrix64,
  start: Matrix64,
  { maxIterations, tolerance }: { maxIterations: number; tolerance: number },
): Generator<MetricIteration & { matrix: Matrix64 }, MetricUpdate> {
  let matrix = start;
  let objective = innerProduct(matrix, h) - logDeterminant(matrix);
  let step = 1;
  for (let iteration = 1; iteration <= maxIterations; iteration++) {
    const root = spectralMap(matrix, Math.sqrt);
    const seen = float64.symmetricPart(multiply(root, multiply(h, root)));
    const direction = symmetricEigen(float64.shift(1, seen, -1));
    const square = direction.values.reduce((sum, value) => sum + value ** 2, 0);
    const change = Math.sqrt(square / h.shape[0]);
    if (change < tolerance) return { matrix, stopReason: "converged" };
    const rise = (t: number) =>
      direction.values.reduce((sum, value) => sum + Math.expm1(-t * value) * (1 + value) + t * value, 0);
    let halvings = 0;
    for (; !(rise(step) <= -SUFFICIENT * step * square) && halvings < HALVINGS; halvings++) step /= 2;
    if (halvings === HALVINGS) return { matrix, stopReason: "converged" };
    const inner = fromEigen(direction, (value) => Math.exp(-step * value));
    matrix = float64.symmetricPart(multiply(root, multiply(inner, root)));
    objective += rise(step);
    yield { iteration, objective, change, matrix };
    if (halvings === 0) step *= 2;
  }
  return { matrix, stopReason: "max-iterations" };
}
