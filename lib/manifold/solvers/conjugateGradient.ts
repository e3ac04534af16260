import type { MatrixLike } from "../../core/values";
import type { Matrix64 } from "../../algebra";
import { descend } from "./descend";
import type { Manifold } from "../manifold";
import type { ProblemOf } from "../problem";
import {
  conjugateGradientDefaults,
  readConjugateGradientOptions,
  readDescentOptions,
  type ConjugateGradientOptions,
  type DescentOptions,
} from "./solverOptions";
import type { SolverEvent, SolverResult } from "./solverResult";
import { runToEnd } from "./solverRun";

/**
 * Minimizes a problem on a manifold by Riemannian conjugate gradients, as the paper does per mini-batch (§2 and appendix: "max_iter=10,
 * with all other default settings" of Manopt): d⁺ = −g⁺ + βT(d), β = max(0, ⟨g⁺,y⟩/⟨y,T(d)⟩), y = g⁺ − T(g).
 *
 * L0 must have orthonormal columns if the manifold requires it. A start with ‖L0ᵀL0 − I‖ > 1e-3 is rejected; smaller deviations are
 * corrected. Without L0, the run starts at `manifold.rand(seed)`. Reaching the iteration limit is a `stopReason`, not an error.
 *
 * @example
 * const { cost, stopReason } = await conjugateGradient(grassmann(3, 1), problem, undefined, { maxIterations: 50 });
 * cost; // → 0.0773
 */
export function conjugateGradient<M = Matrix64>(
  manifold: Manifold,
  problem: ProblemOf<M>,
  initial?: MatrixLike,
  options: ConjugateGradientOptions = {},
): Promise<SolverResult<M>> {
  return runToEnd(conjugateGradientSteps(manifold, problem, initial, options));
}

/**
 * `conjugateGradient` step by step: yields `{ kind: "iteration", ...row }`, and last `{ kind: "finished", result }`.
 *
 * @example for await (const event of conjugateGradientSteps(grassmann(3, 1), problem)) console.log(event.kind);
 */
export function conjugateGradientSteps<M = Matrix64>(
  manifold: Manifold,
  problem: ProblemOf<M>,
  initial?: MatrixLike,
  options: ConjugateGradientOptions = {},
): AsyncGenerator<SolverEvent<M>, void> {
  const solver = "conjugateGradient";
  return descend(solver, manifold, problem, initial, () => readConjugateGradientOptions(solver, options));
}

/**
 * Minimizes a problem by steepest descent, d = −g: conjugate gradients with β = 0. Same arguments and result.
 *
 * @example
 * const result = await steepestDescent(grassmann(3, 1), problem, undefined, { maxIterations: 50 });
 * result.cost; // → 0.0773
 */
export function steepestDescent<M = Matrix64>(
  manifold: Manifold,
  problem: ProblemOf<M>,
  initial?: MatrixLike,
  options: DescentOptions = {},
): Promise<SolverResult<M>> {
  return runToEnd(steepestDescentSteps(manifold, problem, initial, options));
}

/**
 * `steepestDescent` step by step.
 *
 * @example for await (const event of steepestDescentSteps(grassmann(3, 1), problem)) console.log(event.kind);
 */
export function steepestDescentSteps<M = Matrix64>(
  manifold: Manifold,
  problem: ProblemOf<M>,
  initial?: MatrixLike,
  options: DescentOptions = {},
): AsyncGenerator<SolverEvent<M>, void> {
  const solver = "steepestDescent";
  return descend(solver, manifold, problem, initial, () => ({
    ...readDescentOptions(solver, options),
    betaRule: "steepest-descent",
    powellRestart: conjugateGradientDefaults.powellRestart,
  }));
}
