import type * as tf from "@tensorflow/tfjs-core";
import {
  anyList,
  anyNumber,
  oneOf,
  optional,
  readNumbers,
  readOptions,
  type Argument,
} from "../core/options";
import { check, plural } from "../core";
import type { MatrixLike } from "../core/values";
import { requireEngine } from "../engine";
import { after, float32, float64, type Algebra, type Awaitable, type Matrix64 } from "../algebra";
import type { Objective } from "../manifold";
import { angleWeight } from "./angularMargins";
import { stackTriplets } from "./stackTriplets";
import { tripletObjective } from "./tripletObjective";

/** The paper's angle in degrees (appendix, implementation details); the fine-grained sets use 45. */
export const metricDefaults = Object.freeze({ alpha: 40 });

export interface MetricProblemOptions<Precision extends "float64" | "float32" = "float64" | "float32"> {
  /** The angle α at the negative, in degrees, within (0, 90). Default 40. */
  alpha?: number;
  /** "float64" (default): plain TypeScript. "float32": tensors on the engine. */
  precision?: Precision;
  /** ωᵢ, what each triplet counts for, at least 0. Default 1. */
  weights?: ArrayLike<number> | undefined;
}

/**
 * The metric-learning cost J(L) over a fixed set of triplets. L comes in as any `MatrixLike`. In float64 numbers and matrices
 * `{ data, shape }` go out; in float32 gradients are tensors that the caller owns, and everything should be awaited: an engine that cannot
 * be read at once (webgpu in Node) gives promises.
 */
export interface MetricProblem {
  readonly precision: "float64" | "float32";
  /** T, the number of triplets. */
  readonly triplets: number;
  /** d, the rows that L must have. */
  readonly dimension: number;
  /** J(L) */
  cost(point: MatrixLike): number;
  /** ∇J(L), Euclidean, [d, l]. */
  gradient(point: MatrixLike): Matrix64;
  /** J and ∇J from one set of products. */
  costAndGradient(point: MatrixLike): { cost: number; gradient: Matrix64 };
  /** The Euclidean Hessian of J at L along U, [d, l]. */
  hessian(point: MatrixLike, along: MatrixLike): Matrix64;
  /** What the solvers use. */
  readonly objective: Objective<Matrix64>;
  /** Frees the tensors of a float32 problem; in float64 there are none. */
  dispose(): void;
}

/** A metric problem in float32 on the engine. */
export interface TensorMetricProblem extends Pick<
  MetricProblem,
  "precision" | "triplets" | "dimension" | "dispose"
> {
  cost(point: MatrixLike): Awaitable<number>;
  gradient(point: MatrixLike): Awaitable<tf.Tensor2D>;
  costAndGradient(point: MatrixLike): Awaitable<{ cost: number; gradient: tf.Tensor2D }>;
  hessian(point: MatrixLike, along: MatrixLike): Awaitable<tf.Tensor2D>;
  readonly objective: Objective<tf.Tensor2D>;
}

/**
 * J(L) = Σᵢ ωᵢ log(1 + exp(mᵢ)), mᵢ = ‖Lᵀpᵢ‖² − 4tan²α‖Lᵀqᵢ‖², over triplets with pᵢ = zᵢ − zᵢ⁺ and qᵢ = zᵢ⁻ − (zᵢ + zᵢ⁺)/2. Paper §2, Eq. 1,
 * and appendix, "An efficient matrix-based algorithm".
 *
 * The gradient is the paper's ∇J = (P̃Pᵀ − 4tan²α·Q̃Qᵀ)L, computed as 2P(g ∘ PᵀL) − 8tan²α·Q(g ∘ QᵀL), g = ω ∘ σ(m), from the products that the
 * cost has made: 4dlT operations instead of 4d²T + 2d²l.
 *
 * @param p rows pᵢ, [T, d]
 * @param q rows qᵢ, [T, d]
 *
 * @example
 * const problem = metricProblem([[1, 0]], [[0, 1]], { alpha: 45 });
 * problem.cost([[1], [0]]); // → 1.3133
 */
export function metricProblem(
  p: MatrixLike,
  q: MatrixLike,
  options?: MetricProblemOptions<"float64">,
): MetricProblem;
export function metricProblem(
  p: MatrixLike,
  q: MatrixLike,
  options: MetricProblemOptions<"float32"> & { precision: "float32" },
): TensorMetricProblem;
export function metricProblem(
  p: MatrixLike,
  q: MatrixLike,
  options?: MetricProblemOptions,
): MetricProblem | TensorMetricProblem;
export function metricProblem(
  p: MatrixLike,
  q: MatrixLike,
  options: MetricProblemOptions = {},
): MetricProblem | TensorMetricProblem {
  const { alpha, precision, weights } = readOptions("metricProblem", options, metricSchema);
  checkAlpha("metricProblem", alpha);
  if (precision === "float32") requireEngine("metricProblem");
  return precision === "float64"
    ? (describe(float64, p, q, alpha, weights) as MetricProblem)
    : describe(float32, p, q, alpha, weights);
}

const metricSchema = {
  alpha: { ...anyNumber, default: metricDefaults.alpha },
  precision: oneOf(["float64", "float32"], { default: "float64" }),
  weights: optional(anyList as Argument<ArrayLike<number>>),
};

/** Checks the angle of the angular loss. */
export function checkAlpha(caller: string, alpha: number): void {
  check(
    alpha > 0 && alpha < 90,
    () =>
      `${caller}: alpha must be in (0, 90) degrees, got ${alpha}. The paper uses 40, or 45 for fine-grained sets.`,
  );
}

/** Checks the weights of triplets. */
export function checkWeights(caller: string, weights: ArrayLike<number> | undefined, count: number): void {
  if (weights === undefined) return;
  const numbers = readNumbers(weights, `${caller}: weights`);
  check(
    numbers.length === count,
    () =>
      `${caller}: weights must have one entry per triplet, got ${numbers.length} for ${plural(count, "triplet")}.`,
  );
  for (let i = 0; i < count; i++) {
    check(
      Number.isFinite(numbers[i]) && numbers[i] >= 0,
      () => `${caller}: weights must be at least 0, got ${numbers[i]} at ${i}.`,
    );
  }
}

/** The functions that a person calls, over the objective that the solvers use. */
function describe<M>(
  algebra: Algebra<M>,
  p: MatrixLike,
  q: MatrixLike,
  alpha: number,
  weights: ArrayLike<number> | undefined,
) {
  const stacked = stackTriplets(algebra, p, q, angleWeight(alpha));
  const [rows, dimension] = algebra.shape(stacked);
  try {
    checkWeights("metricProblem", weights, rows / 2);
  } catch (error) {
    algebra.dispose([stacked]);
    throw error;
  }
  const objective = tripletObjective(algebra, stacked, weights);
  const imageOf = (matrix: MatrixLike, name: string): M => {
    const point = algebra.from(matrix, `metricProblem: ${name}`);
    const [height, width] = algebra.shape(point);
    check(
      height === dimension && width >= 1,
      () =>
        `metricProblem: ${name} must have ${plural(dimension, "row")}, as p and q have ${plural(dimension, "column")}, got shape [${height}, ${width}].`,
    );
    return objective.image(point);
  };
  /** Measures L, then hands its image and numbers to `use`. */
  const measured = <R>(point: MatrixLike, use: (image: M, numbers: ArrayLike<number>) => Awaitable<R>) => {
    const { image, numbers } = algebra.scope(() => {
      const image = imageOf(point, "L");
      return { image, numbers: objective.measure(image) };
    });
    return after(algebra.read(numbers), (values) => {
      let used: Awaitable<R>;
      try {
        used = use(image, values);
      } catch (error) {
        algebra.dispose([image]);
        throw error;
      }
      return after(used, (result) => {
        algebra.dispose([image]);
        return result;
      });
    });
  };
  const gradient = (image: M, numbers: ArrayLike<number>) =>
    algebra.scope(() => objective.gradient(image, numbers));
  return {
    precision: algebra.precision,
    triplets: rows / 2,
    dimension,
    objective,
    cost: (point: MatrixLike) => measured(point, (_image, numbers) => objective.cost(numbers)),
    gradient: (point: MatrixLike) => measured(point, gradient),
    costAndGradient: (point: MatrixLike) =>
      measured(point, (image, numbers) => ({
        cost: objective.cost(numbers),
        gradient: gradient(image, numbers),
      })),
    hessian: (point: MatrixLike, along: MatrixLike) =>
      measured(point, (image, numbers) => {
        const direction = algebra.scope(() => {
          const found = imageOf(along, "U");
          const [, columns] = algebra.shape(image);
          check(
            algebra.shape(found)[1] === columns,
            () =>
              `metricProblem: U must have the shape [${dimension}, ${columns}] of L, got [${dimension}, ${algebra.shape(found)[1]}].`,
          );
          return found;
        });
        return after(objective.hessian(image, numbers, direction), (result) => {
          algebra.dispose([direction]);
          return result;
        });
      }),
    dispose: () => {
      algebra.dispose([stacked]);
    },
  };
}
