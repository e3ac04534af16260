import type { MatrixLike } from "../../core/values";
import { eventLoopYielder } from "../../core";
import { betaRules, needsTransportedSquare, type BetaInputs } from "./betaRules";
import { lineTrials, type Place } from "./lineTrials";
import type { LineSearch } from "./lineSearch";
import { gramAt, transported, type Geometry, type Manifold } from "../manifold";
import type { Objective, Problem } from "../problem";
import type { readConjugateGradientOptions } from "./solverOptions";
import { printable, type HistoryRow, type SolverEvent, type StopReason } from "./solverResult";
import { prepareStart, startGradient, startPlace, type Start } from "./solverRun";

/** A carried image is recomputed after this many steps, so that rounding errors do not accumulate. */
const REFRESH_EVERY = 10;

/** The options of conjugate gradients, checked and with defaults. */
type DescentSettings = ReturnType<typeof readConjugateGradientOptions>;

/** The state of a descent: the place, the gradient g, the direction d and their inner products. */
interface State<M> {
  place: Place<M>;
  gradient: M;
  direction: M;
  gradientSquared: number;
  directionSquared: number;
  slope: number;
}

/**
 * The conjugate-gradient loop, one event per iteration. From d = −g: line search along d to x⁺; d⁺ = −g⁺ + βT(d). If d does not
 * descend, ⟨g, d⟩ ≥ 0, it restarts with d = −g. `readSettings` is called here so that invalid options reject the first step instead of
 * throwing.
 */
export async function* descend<M>(
  solver: string,
  manifold: Manifold,
  problem: Problem<M>,
  initial: MatrixLike | undefined,
  readSettings: () => DescentSettings,
): AsyncGenerator<SolverEvent<M>, void> {
  const settings = readSettings();
  const { search, onIteration, signal } = settings;
  const conjugation = conjugationOf(settings);
  const start = await prepareStart(solver, manifold, problem, initial, settings.seed);
  const { geometry, objective } = start;
  const yieldToEventLoop = eventLoopYielder();
  const history: HistoryRow[] = [];
  let handedOver = false;
  let state = await firstState(solver, start);
  let row = historyRow(state, 0, null, null, 0);
  try {
    for (;;) {
      history.push(row);
      onIteration?.(row);
      yield { kind: "iteration", ...row };
      await yieldToEventLoop();
      const stopReason = reasonToStop(row, settings, signal);
      if (stopReason) {
        handedOver = true;
        const { cost, gradientNorm, iteration: iterations } = row;
        const result = { point: state.place.point, cost, gradientNorm, iterations, stopReason, history };
        yield { kind: "finished", result: printable(solver, result) };
        return;
      }
      if (!(state.slope < 0)) state = restart(geometry, state);
      const iteration = row.iteration + 1;
      const refresh = iteration % REFRESH_EVERY === 0;
      const { place, stepSize, evaluations } = await move(geometry, objective, state, search, refresh);
      let beta = 0;
      if (place) ({ state, beta } = await turn(geometry, objective, state, place, conjugation));
      row = historyRow(state, iteration, stepSize, evaluations, beta);
    }
  } finally {
    geometry.algebra.dispose(valuesOf(state), handedOver ? [state.place.point] : []);
  }
}

function valuesOf<M>({ place, gradient, direction }: State<M>): M[] {
  return [place.point, place.image, gradient, direction];
}

/** How the inner products at the new point determine the next direction. */
interface Conjugation {
  beta(products: BetaInputs): number;
  /** Whether β needs ‖T(g)‖. */
  needsSquare: boolean;
}

function conjugationOf({ betaRule, powellRestart }: DescentSettings): Conjugation {
  return {
    beta: (products) =>
      Math.abs(products.newDotOld) >= powellRestart * products.newSquared ? 0 : betaRules[betaRule](products),
    needsSquare: needsTransportedSquare(betaRule),
  };
}

function historyRow<M>(
  state: State<M>,
  iteration: number,
  stepSize: number | null,
  costEvaluations: number | null,
  beta: number,
): HistoryRow {
  const gradientNorm = Math.sqrt(state.gradientSquared);
  return { iteration, cost: state.place.cost, gradientNorm, stepSize, costEvaluations, beta };
}

async function firstState<M>(solver: string, { geometry, objective, point }: Start<M>): Promise<State<M>> {
  const place = await startPlace(solver, objective, point);
  const { gradient, squared } = await startGradient(solver, geometry, objective, place);
  const { algebra } = geometry;
  const direction = algebra.scope(() => algebra.combine(-1, gradient, 0, gradient));
  const [gradientSquared, directionSquared, slope] = [squared, squared, -squared];
  return { place, gradient, direction, gradientSquared, directionSquared, slope };
}

function restart<M>({ algebra }: Geometry<M>, state: State<M>): State<M> {
  const direction = algebra.scope(() => algebra.combine(-1, state.gradient, 0, state.gradient));
  algebra.dispose([state.direction], [state.gradient]);
  const { gradientSquared } = state;
  return { ...state, direction, directionSquared: gradientSquared, slope: -gradientSquared };
}

/** The line search. `place` is undefined if no step lowers the cost. */
async function move<M>(
  geometry: Geometry<M>,
  objective: Objective<M>,
  state: State<M>,
  search: LineSearch,
  refresh: boolean,
) {
  const directionNorm = Math.sqrt(state.directionSquared);
  const trials = lineTrials(geometry, objective, state.place, state.direction, directionNorm);
  try {
    const start = { cost: state.place.cost, slope: state.slope, directionNorm };
    const { step, evaluations } = await search(start, (t) => trials.costAt(t));
    const place = step > 0 ? trials.place(refresh) : undefined;
    return { place, stepSize: step * directionNorm, evaluations };
  } finally {
    trials.dispose();
  }
}

/** The gradient and the conjugate direction at the new place. Frees the old state. */
async function turn<M>(
  geometry: Geometry<M>,
  objective: Objective<M>,
  old: State<M>,
  place: Place<M>,
  conjugation: Conjugation,
): Promise<{ state: State<M>; beta: number }> {
  const { algebra, egrad2rgrad } = geometry;
  const carry = (vector: M) => transported(geometry, old.place.point, place.point, vector);
  const { gradient, carried, products } = algebra.scope(() => {
    const gradient = egrad2rgrad(place.point, objective.gradient(place.image, place.measured));
    const carried = carry(old.direction);
    // Projections are self-adjoint: their product of g⁺ or T(d) with T(g) equals the one with g.
    const before = geometry.transport || conjugation.needsSquare ? carry(old.gradient) : old.gradient;
    return { gradient, carried, products: gramAt(geometry, place.point, [gradient, before, carried]) };
  });
  const gram = await algebra.read(products);
  const inputs = {
    gradientSquared: old.gradientSquared,
    slope: old.slope,
    newSquared: gram[0],
    newDotOld: gram[1],
    newDotDirection: gram[2],
    oldSquared: gram[4],
    oldDotDirection: gram[5],
    directionSquared: gram[8],
  };
  const computed = conjugation.beta(inputs);
  const beta = Number.isFinite(computed) ? computed : 0;
  const direction = algebra.scope(() => algebra.combine(-1, gradient, beta, carried));
  algebra.dispose([...valuesOf(old), carried], [gradient]);
  const { newSquared, newDotDirection, directionSquared } = inputs;
  const state = {
    place,
    gradient,
    direction,
    gradientSquared: newSquared,
    directionSquared: newSquared - 2 * beta * newDotDirection + beta * beta * directionSquared,
    slope: -newSquared + beta * newDotDirection,
  };
  return { state, beta };
}

function reasonToStop(
  row: HistoryRow,
  settings: { maxIterations: number; minGradientNorm: number; minStepSize: number },
  signal: AbortSignal | undefined,
): StopReason | undefined {
  if (signal?.aborted) return "aborted";
  if (!Number.isFinite(row.gradientNorm)) return "gradient-not-finite";
  if (row.gradientNorm < settings.minGradientNorm || row.gradientNorm === 0) return "gradient-norm";
  if (row.iteration >= settings.maxIterations) return "max-iterations";
  if (row.stepSize !== null && (row.stepSize < settings.minStepSize || row.stepSize === 0))
    return "step-size";
  return undefined;
}
