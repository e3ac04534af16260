import type { MatrixLike } from "../core/values";
import { after, float64, type Algebra, type Awaitable, type Matrix64, type Numbers } from "../algebra";
import { readArgument } from "./describeManifold";
import { checkNoPromise } from "./checkArguments";

/**
 * A cost f(L) computed as L → image(L) → measured numbers → cost. The image is linear in L, such as AL, so that a solver can
 * follow a line X + tU by image(X) + t·image(U). The few measured numbers are read from the engine; they determine cost and gradient.
 */
export interface Objective<M> {
  readonly algebra: Algebra<M>;
  /** The number of rows that L must have, if the problem fixes it. */
  readonly rows?: number;
  /** image(L), linear in L. Default: L itself. */
  readonly image?: (point: M) => M;
  readonly measure: (image: M) => Numbers;
  readonly cost: (measured: ArrayLike<number>) => number;
  /** The Euclidean gradient of f by L, from the image of L and its numbers. */
  readonly gradient: (image: M, measured: ArrayLike<number>) => M;
  /** The Euclidean Hessian of f along U, from the image of L, its numbers and the image of U. */
  readonly hessian?: (image: M, measured: ArrayLike<number>, along: M) => Awaitable<M>;
}

/** What a solver minimizes: `cost`, the Euclidean `gradient` and, for trust regions, the Euclidean `hessian` along U. */
export interface Problem<M = Matrix64> {
  cost(point: M): Awaitable<number>;
  gradient(point: M): Awaitable<M | MatrixLike>;
  hessian?(point: M, along: M): Awaitable<M | MatrixLike>;
  /** The same functions on the precision's own matrices, in a form that makes them cheap. */
  readonly objective?: Objective<M>;
}

/** A problem whose `objective` alone determines its precision; without one it is float64. */
export type ProblemOf<M> = Problem<Given<M>> & Pick<Problem<M>, "objective">;

/** M, in a form that TypeScript does not infer from. */
type Given<M> = [M][M extends unknown ? 0 : never];

/** The objective of a problem. A problem with only `{ cost, gradient }` is computed in float64. */
export function objectiveOf<M>(problem: Problem<M>, shape: readonly [number, number]): Objective<M> {
  return (
    problem.objective ?? (plainObjective(problem as unknown as Problem, shape) as unknown as Objective<M>)
  );
}

function plainObjective(problem: Problem, shape: readonly [number, number]): Objective<Matrix64> {
  const objective: Objective<Matrix64> = {
    algebra: float64,
    measure: (point) => problem.cost(point),
    cost: (measured) => measured[0],
    gradient(point) {
      const gradient = problem.gradient(point);
      checkNoPromise(gradient, "problem.gradient(L)");
      return readArgument(gradient as MatrixLike, "problem.gradient(L)", shape);
    },
  };
  if (!problem.hessian) return objective;
  const hessian: Objective<Matrix64>["hessian"] = (point, _measured, along) =>
    after(problem.hessian!(point, along), (value) => readArgument(value, "problem.hessian(L, U)", shape));
  return { ...objective, hessian };
}
