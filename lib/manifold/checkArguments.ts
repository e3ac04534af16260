import { types } from "node:util";
import {
  anyNumber,
  argument,
  describeValue,
  flag,
  functionValue,
  isArray,
  isRecord,
  optional,
  readRecord,
  seed,
  text,
  wholeNumber,
  type Schema,
} from "../core/options";
import { check, UserError } from "../core";
import { after, float64 } from "../algebra";
import type { MatrixLike } from "../core/values";
import { readArgument } from "./describeManifold";
import type { Geometry, Manifold } from "./manifold";
import type { Objective, Problem } from "./problem";

/** Options of the checks. */
export const checkSchema = { seed: seed() };

const shape = argument(
  "[d, l]",
  (value) =>
    isArray(value) &&
    value.length === 2 &&
    value.every((extent) => Number.isInteger(extent) && Number(extent) >= 1),
);

/** Rejects anything but a manifold with the required functions. It may be the caller's own. */
export function checkManifoldRecord(
  caller: string,
  manifold: Manifold,
  functions: readonly (keyof Manifold)[],
): void {
  readRecord(`${caller}: manifold`, manifold, "a manifold such as grassmann(d, l)", {
    name: text,
    shape,
    orthonormal: flag(),
    dim: anyNumber,
    typicalDistance: anyNumber,
    dist: optional(functionValue()),
    log: optional(functionValue()),
    invretr: optional(functionValue()),
    ...functionsNamed(functions),
  });
}

/**
 * The same manifold with functions that must return matrices of its shape. For the checks, which look for mistakes in the
 * caller's own manifold.
 */
export function checkedManifold(caller: string, manifold: Manifold): Manifold {
  const checked = (name: keyof Manifold) => {
    const own = manifold[name] as ((...args: unknown[]) => MatrixLike) | undefined;
    if (own === undefined) return {};
    const call = (...args: unknown[]) =>
      readArgument(own(...args), `${caller}: the result of manifold.${name}`, manifold.shape);
    return { [name]: call };
  };
  const names = [
    "rand",
    "randvec",
    "zerovec",
    "proj",
    "egrad2rgrad",
    "ehess2rhess",
    "retr",
    "exp",
    "transp",
  ] as const;
  return Object.assign(
    {},
    manifold,
    ...[...names, "log" as const, "invretr" as const].map(checked),
  ) as Manifold;
}

/** Rejects anything but a problem with a cost and a gradient. */
export function checkProblem(
  caller: string,
  problem: Pick<Problem<never>, "cost" | "gradient" | "objective">,
): void {
  readRecord(`${caller}: problem`, problem, "a problem { cost, gradient } such as metricProblem(p, q)", {
    ...functionsNamed(["cost", "gradient"]),
    hessian: optional(functionValue()),
  });
  const { objective } = problem;
  if (objective === undefined) return;
  readRecord(`${caller}: problem.objective`, objective, "an objective", {
    ...functionsNamed(["measure", "cost", "gradient"]),
    rows: optional(wholeNumber({ min: 1 })),
    image: optional(functionValue()),
    hessian: optional(functionValue()),
    algebra,
  });
}

/** The same objective with functions that must return a result: matrices, and numbers to read. */
export function checkedObjective<M>(caller: string, objective: Objective<M>): Objective<M> {
  const returned = <T>(value: T, name: string): T => {
    const isThere =
      (typeof value === "object" && value !== null) || (name === "measure" && typeof value === "number");
    if (!isThere)
      throw new UserError(
        `${caller}: problem.objective.${name} must return a matrix, got ${describeValue(value)}.`,
      );
    return value;
  };
  const { image, measure, gradient, hessian } = objective;
  return {
    ...objective,
    ...(image && { image: (point) => returned(image(point), "image") }),
    measure: (point) => returned(measure(point), "measure"),
    gradient: (point, measured) => returned(gradient(point, measured), "gradient"),
    ...(hessian && {
      hessian: (point, measured, along) =>
        after(hessian(point, measured, along), (value) => returned(value, "hessian")),
    }),
  };
}

/** Checks a manifold's geometry in one precision. */
export function checkGeometry<M>(caller: string, geometry: Geometry<M>): Geometry<M> {
  return readRecord(`${caller}: manifold.geometry(algebra)`, geometry, "a geometry", {
    ...functionsNamed(["proj", "egrad2rgrad", "ehess2rhess", "retraction", "polish"]),
    gram: optional(functionValue()),
    transport: optional(functionValue()),
    algebra,
  });
}

/** Rejects costs that are not finite. */
export function checkCost(cost: unknown, sentence: string, advice = ""): asserts cost is number {
  check(Number.isFinite(cost), () => `${sentence} must be finite, got ${describeValue(cost)}.${advice}`);
}

const algebra = argument("the algebra of a metricProblem", (value) => {
  return isRecord(value) && Object.entries(float64).every(([name, own]) => typeof value[name] === typeof own);
});

function functionsNamed(names: readonly string[]): Schema {
  return Object.fromEntries(names.map((name) => [name, functionValue()]));
}

/** Rejects a promise where a matrix is required. */
export function checkNoPromise(value: unknown, name: string): void {
  check(!types.isPromise(value), () => `${name} must return a matrix, got a promise. Make it synchronous.`);
}
