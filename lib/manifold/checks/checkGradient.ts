import * as tf from "@tensorflow/tfjs-core";
import { readOptions } from "../../core/options";
import { check } from "../../core";
import { toFloat64, type MatrixLike } from "../../core/values";
import { frobeniusNorm, type Matrix64 } from "../../algebra";
import { readArgument } from "../describeManifold";
import {
  checkedManifold,
  checkCost,
  checkManifoldRecord,
  checkProblem,
  checkSchema,
} from "../checkArguments";
import type { Manifold } from "../manifold";
import type { Problem } from "../problem";
import { fitSlope, STEPS, type SlopeCheck, type Visibility } from "./slope";

export interface CheckOptions {
  /** Seed for the random point and direction. Default 1. */
  seed?: number;
}

/** What the checks use of a problem, in any precision. */
export type CheckedProblem = Pick<Problem, "cost" | "gradient" | "hessian">;

/**
 * Checks a gradient: along a random unit tangent U, f(R_x(tU)) − f(x) − t⟨grad f(x), U⟩ must fall as t², a line of slope 2. A wrong
 * gradient gives slope 1. Default: a random `point`.
 *
 * @example
 * const { slope } = await checkGradient(grassmann(3, 1), problem);
 * slope; // → 2.00
 */
export async function checkGradient(
  given: Manifold,
  problem: CheckedProblem,
  point?: MatrixLike,
  options: CheckOptions = {},
): Promise<SlopeCheck> {
  const { seed } = readOptions("checkGradient", options, checkSchema);
  checkManifoldRecord("checkGradient", given, ["inner", "rand", "randvec", "egrad2rgrad", "retr"]);
  checkProblem("checkGradient", problem);
  const manifold = checkedManifold("checkGradient", given);
  const x =
    point !== undefined ? readArgument(point, "checkGradient: point", manifold.shape) : manifold.rand(seed);
  const u = manifold.randvec(x, seed + 1);
  const cost = await finiteCost("checkGradient", problem, x);
  const gradient = manifold.egrad2rgrad(x, await matrixOf(problem.gradient(x)));
  const slope = manifold.inner(x, gradient, u);
  const errors = [];
  for (const t of STEPS)
    errors.push(Math.abs((await problem.cost(manifold.retr(x, u, t))) - cost - t * slope));
  return fitSlope(errors, 2, visibilityOf(problem, Math.max(Math.abs(cost), frobeniusNorm(gradient))));
}

/**
 * Checks a Hessian: f(R_x(tU)) − f(x) − t⟨grad f(x), U⟩ − ½t²⟨U, Hess f(x)[U]⟩ must fall as t³. Slope 2 means a wrong Hessian (or,
 * with slope 1, a wrong gradient).
 *
 * @example
 * const { slope } = await checkHessian(grassmann(3, 1), problem);
 * slope; // → 3.00
 */
export async function checkHessian(
  given: Manifold,
  problem: CheckedProblem,
  point?: MatrixLike,
  options: CheckOptions = {},
): Promise<SlopeCheck> {
  const { seed } = readOptions("checkHessian", options, checkSchema);
  checkManifoldRecord("checkHessian", given, [
    "inner",
    "rand",
    "randvec",
    "egrad2rgrad",
    "ehess2rhess",
    "retr",
  ]);
  checkProblem("checkHessian", problem);
  const manifold = checkedManifold("checkHessian", given);
  const { hessian } = problem;
  check(hessian !== undefined, () => "checkHessian: the problem has no hessian(L, U). Add one to check it.");
  const x =
    point !== undefined ? readArgument(point, "checkHessian: point", manifold.shape) : manifold.rand(seed);
  const u = manifold.randvec(x, seed + 1);
  const cost = await finiteCost("checkHessian", problem, x);
  const euclidean = await matrixOf(problem.gradient(x));
  const slope = manifold.inner(x, manifold.egrad2rgrad(x, euclidean), u);
  const curved = manifold.ehess2rhess(x, euclidean, await matrixOf(problem.hessian!(x, u)), u);
  const curvature = manifold.inner(x, curved, u);
  const errors = [];
  for (const t of STEPS) {
    const model = cost + t * slope + (t * t * curvature) / 2;
    errors.push(Math.abs((await problem.cost(manifold.retr(x, u, t))) - model));
  }
  return fitSlope(errors, 3, visibilityOf(problem, Math.max(Math.abs(cost), frobeniusNorm(curved))));
}

async function finiteCost(caller: string, problem: CheckedProblem, x: MatrixLike): Promise<number> {
  const cost = await problem.cost(toFloat64(x, `${caller}: point`));
  checkCost(cost, `${caller}: the cost at the point`);
  return cost;
}

/** A gradient or Hessian as float64; frees a tensor that the problem created. */
async function matrixOf(value: ReturnType<Problem["gradient"]>): Promise<Matrix64> {
  const matrix = await value;
  if (!(matrix instanceof tf.Tensor)) return toFloat64(matrix, "problem.gradient(L)");
  const data = Float64Array.from(await matrix.data());
  matrix.dispose();
  return { data, shape: matrix.shape };
}

/** What rounding in the problem's precision leaves visible. */
function visibilityOf(problem: CheckedProblem, scale: number): Visibility {
  const { precision } = problem as { precision?: "float64" | "float32" };
  return precision === "float32"
    ? { noise: 2 ** -20 * scale, long: false }
    : { noise: 100 * Number.EPSILON * scale, long: true };
}
