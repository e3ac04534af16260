import type { MatrixLike } from "../../core/values";
import { check, eventLoopYielder } from "../../core";
import {
  anyNumber,
  functionValue,
  optional,
  readOptions,
  wholeNumber,
  type Settings,
} from "../../core/options";
import type { Matrix64 } from "../../algebra";
import { lineTrials, type Place } from "./lineTrials";
import type { Geometry, Manifold } from "../manifold";
import type { Objective, ProblemOf } from "../problem";
import { riemannianHessian } from "./riemannianHessian";
import { checkManifoldRecord } from "../checkArguments";
import { solverDefaults, solverSchema, type SolverOptions } from "./solverOptions";
import {
  printable,
  type HistoryRow,
  type SolverEvent,
  type SolverResult,
  type StopReason,
} from "./solverResult";
import { gradientAt, prepareStart, runToEnd, startGradient, startPlace } from "./solverRun";
import { truncatedConjugateGradient } from "./truncatedConjugateGradient";

const SOLVER = "trustRegions";
/** A step is accepted if the cost falls by at least this fraction of the model's prediction. */
const ACCEPTANCE = 0.1;

/** A history row of trust regions. `stepSize` is 0 if the step was rejected; `beta` is null. */
export interface TrustRegionRow extends HistoryRow {
  radius: number;
  /** Iterations of the inner solver, each with one Hessian. */
  innerIterations: number;
  accepted: boolean;
}

export interface TrustRegionOptions extends SolverOptions<TrustRegionRow> {
  /** The largest radius Δ̄. Default: the manifold's typical distance. */
  maxRadius?: number;
  /** The first radius. Default Δ̄/8. */
  radius?: number;
  /** Maximum number of inner iterations. Default: the manifold's dimension. */
  maxInnerIterations?: number;
}

/**
 * Minimizes a problem by Riemannian trust regions (Absil, Baker & Gallivan 2007): each step minimizes a quadratic model of the cost
 * within a radius Δ, which grows or shrinks with the model's accuracy. A second-order method: it reaches far smaller gradients than
 * conjugate gradients. Uses the problem's `hessian`, or differences of gradients if it has none.
 *
 * @example
 * const result = await trustRegions(grassmann(3, 1), problem);
 * result.cost; // → 0.0773
 */
export function trustRegions<M = Matrix64>(
  manifold: Manifold,
  problem: ProblemOf<M>,
  initial?: MatrixLike,
  options: TrustRegionOptions = {},
): Promise<SolverResult<M>> {
  return runToEnd(trustRegionSteps(manifold, problem, initial, options));
}

/**
 * `trustRegions` step by step.
 *
 * @example for await (const event of trustRegionSteps(grassmann(3, 1), problem)) console.log(event.kind);
 */
export async function* trustRegionSteps<M = Matrix64>(
  manifold: Manifold,
  problem: ProblemOf<M>,
  initial?: MatrixLike,
  options: TrustRegionOptions = {},
): AsyncGenerator<SolverEvent<M, TrustRegionRow>, void> {
  const given = readOptions(SOLVER, options, trustRegionSchema);
  const { signal, onIteration } = given;
  checkManifoldRecord(SOLVER, manifold, ["geometry", "rand"]);
  const settings = { ...given, ...readRadii(manifold, given) };
  const start = await prepareStart(SOLVER, manifold, problem, initial, settings.seed);
  const { geometry, objective, point } = start;
  const yieldToEventLoop = eventLoopYielder();
  const interrupted = async () => {
    await yieldToEventLoop();
    return signal?.aborted === true;
  };
  const place = await startPlace(SOLVER, objective, point);
  const { gradient, squared } = await startGradient(SOLVER, geometry, objective, place);
  let state: State<M> = { place, gradient, gradientNorm: Math.sqrt(squared), radius: settings.radius };
  let row = historyRow(state, 0, {
    stepSize: null,
    costEvaluations: null,
    innerIterations: 0,
    accepted: true,
  });
  const history: TrustRegionRow[] = [];
  let handedOver = false;
  try {
    for (;;) {
      history.push(row);
      onIteration?.(row);
      yield { kind: "iteration", ...row };
      const stopReason = (await interrupted()) ? "aborted" : reasonToStop(row, settings);
      if (stopReason) {
        handedOver = true;
        const { cost, gradientNorm, iteration: iterations } = row;
        const result = { point: state.place.point, cost, gradientNorm, iterations, stopReason, history };
        yield { kind: "finished", result: printable(SOLVER, result) };
        return;
      }
      const { next, outcome } = await attempt(geometry, objective, state, settings, interrupted);
      state = next;
      row = historyRow(state, row.iteration + 1, outcome);
    }
  } finally {
    const { place, gradient } = state;
    geometry.algebra.dispose([place.point, place.image, gradient], handedOver ? [place.point] : []);
  }
}

interface State<M> {
  place: Place<M>;
  gradient: M;
  gradientNorm: number;
  radius: number;
}

type Outcome = Pick<TrustRegionRow, "stepSize" | "costEvaluations" | "innerIterations" | "accepted">;

/** One iteration: minimizes the model, compares its prediction with the cost, accepts or rejects the step, and sets the radius. */
async function attempt<M>(
  geometry: Geometry<M>,
  objective: Objective<M>,
  state: State<M>,
  { maxRadius, maxInnerIterations }: Radii,
  interrupted: () => Promise<boolean>,
): Promise<{ next: State<M>; outcome: Outcome }> {
  const { algebra } = geometry;
  const { place, gradient, gradientNorm, radius } = state;
  const hessian = riemannianHessian(geometry, objective, place, gradient);
  const { step, length, decrease, stop, iterations } = await truncatedConjugateGradient({
    geometry,
    point: place.point,
    gradient,
    gradientNorm,
    radius,
    hessian: hessian.along,
    maxIterations: maxInnerIterations,
    interrupted,
  });
  hessian.dispose();
  const trials = lineTrials(geometry, objective, place, step, length);
  const cost = await trials.costAt(1);
  // Near the minimum both decreases are mostly rounding errors; adding a small term to both keeps their ratio near 1.
  const rounding = Math.max(1, Math.abs(place.cost)) * algebra.epsilon * 1e3;
  const ratio = (place.cost - cost + rounding) / (decrease + rounding);
  const accepted = decrease > 0 && ratio > ACCEPTANCE;
  const grown = ratio > 0.75 && stop === "boundary" ? Math.min(2 * radius, maxRadius) : radius;
  const outcome = {
    stepSize: accepted ? length : 0,
    costEvaluations: 1,
    innerIterations: iterations,
    accepted,
  };
  let next: State<M> = { ...state, radius: ratio >= 0.25 && decrease > 0 ? grown : radius / 4 };
  if (accepted) {
    const moved = trials.place(true);
    const { gradient: turned, squared } = await gradientAt(geometry, objective, moved);
    algebra.dispose([place.point, place.image, gradient]);
    next = { ...next, place: moved, gradient: turned, gradientNorm: Math.sqrt(squared) };
  }
  trials.dispose();
  algebra.dispose([step]);
  return { next, outcome };
}

function historyRow<M>(state: State<M>, iteration: number, outcome: Outcome): TrustRegionRow {
  const { place, gradientNorm, radius } = state;
  return { iteration, cost: place.cost, gradientNorm, ...outcome, beta: null, radius };
}

interface Radii {
  maxRadius: number;
  radius: number;
  maxInnerIterations: number;
}

const trustRegionSchema = {
  ...solverSchema(solverDefaults.maxIterations),
  onIteration: optional(functionValue<(row: TrustRegionRow) => void>()),
  maxRadius: optional(anyNumber),
  radius: optional(anyNumber),
  maxInnerIterations: optional(wholeNumber({ min: 1 })),
};

function readRadii(manifold: Manifold, options: Settings<typeof trustRegionSchema>): Radii {
  const maxRadius = options.maxRadius ?? manifold.typicalDistance;
  const radius = options.radius ?? maxRadius / 8;
  const maxInnerIterations = options.maxInnerIterations ?? Math.max(1, manifold.dim);
  check(
    radius > 0 && radius <= maxRadius && Number.isFinite(maxRadius),
    () => `trustRegions: radius must be in (0, maxRadius], got radius=${radius} with maxRadius=${maxRadius}.`,
  );
  return { maxRadius, radius, maxInnerIterations };
}

function reasonToStop(
  row: TrustRegionRow,
  settings: { maxIterations: number; minGradientNorm: number; minStepSize: number },
): StopReason | undefined {
  if (!Number.isFinite(row.gradientNorm)) return "gradient-not-finite";
  if (row.gradientNorm < settings.minGradientNorm || row.gradientNorm === 0) return "gradient-norm";
  if (row.iteration >= settings.maxIterations) return "max-iterations";
  return row.radius < settings.minStepSize ? "step-size" : undefined;
}
