import { check } from "../../core";
import type { MatrixLike } from "../../core/values";
import { objectiveOf, type Objective, type Problem } from "../problem";
import type { Place } from "./lineTrials";
import {
  checkCost,
  checkedObjective,
  checkGeometry,
  checkManifoldRecord,
  checkProblem,
} from "../checkArguments";
import { gramAt, type Geometry, type Manifold } from "../manifold";
import type { HistoryRow, SolverEvent, SolverResult } from "./solverResult";

/** A start with a larger ‖L0ᵀL0 − I‖ is rejected; smaller deviations are rounding errors and get polished away. */
const MAX_DEFECT = 1e-3;
const EXACT = 1e-11;

export interface Start<M> {
  geometry: Geometry<M>;
  objective: Objective<M>;
  /** The first point, owned by the run. */
  point: M;
}

/** Reads and checks the start of every solver. */
export async function prepareStart<M>(
  solver: string,
  manifold: Manifold,
  problem: Problem<M>,
  initial: MatrixLike | undefined,
  seed: number,
): Promise<Start<M>> {
  checkManifoldRecord(solver, manifold, ["geometry", "rand"]);
  checkProblem(solver, problem as unknown as Problem<never>);
  const objective = problem.objective
    ? checkedObjective(solver, problem.objective)
    : objectiveOf(problem, manifold.shape);
  const { algebra, rows: wanted } = objective;
  check(
    wanted === undefined || wanted === manifold.shape[0],
    () =>
      `${solver}: the manifold must have d=${wanted}, the dimension of the problem's vectors, got ${manifold.name}. Use grassmann(${wanted}, l).`,
  );
  const point = algebra.from(initial ?? manifold.rand(seed), `${solver}: L0`);
  const [rows, columns] = algebra.shape(point);
  const [d, l] = manifold.shape;
  try {
    check(
      rows === d && columns === l,
      () =>
        `${solver}: L0 must have shape [${d}, ${l}] on ${manifold.name}, got [${rows}, ${columns}]. Pass manifold.rand(seed) or leave L0 out.`,
    );
    const geometry = checkGeometry(solver, manifold.geometry(algebra));
    if (!manifold.orthonormal) return { geometry, objective, point };
    return { geometry, objective, point: await orthonormalStart(solver, geometry, point) };
  } catch (error) {
    algebra.dispose([point]);
    throw error;
  }
}

async function orthonormalStart<M>(solver: string, { algebra, polish }: Geometry<M>, point: M): Promise<M> {
  const squared = algebra.scope(() =>
    algebra.gram([algebra.shift(1, algebra.transposeMultiply(point, point), -1)]),
  );
  const defect = Math.sqrt((await algebra.read(squared))[0]);
  check(
    defect <= MAX_DEFECT,
    () =>
      `${solver}: L0 must have orthonormal columns, got ‖L0ᵀL0 − I‖ = ${defect}. Pass orthonormalize(L0), or leave L0 out for a random start.`,
  );
  let polished = point;
  // Each polish takes a defect ε to about ¾ε².
  for (let left = defect; left > EXACT; left = 0.75 * left * left) {
    const rough = polished;
    polished = algebra.scope(() => polish(rough));
    algebra.dispose([rough]);
  }
  return polished;
}

/** The first point with its image and cost, which must be finite. */
export async function startPlace<M>(solver: string, objective: Objective<M>, point: M): Promise<Place<M>> {
  const { algebra } = objective;
  const { image, numbers } = algebra.scope(() => {
    const image = objective.image?.(point) ?? point;
    return { image, numbers: objective.measure(image) };
  });
  const measured = await algebra.read(numbers);
  const cost = objective.cost(measured);
  if (!Number.isFinite(cost)) algebra.dispose([point, image]);
  checkCost(cost, `${solver}: the cost at L0`, " Check the problem's data for NaN, Infinity or huge values.");
  return { point, image, measured, cost };
}

/** The Riemannian gradient at a place and its squared norm. */
export async function gradientAt<M>(
  geometry: Geometry<M>,
  objective: Objective<M>,
  { point, image, measured }: Place<M>,
): Promise<{ gradient: M; squared: number }> {
  const { algebra, egrad2rgrad } = geometry;
  const { gradient, products } = algebra.scope(() => {
    const gradient = egrad2rgrad(point, objective.gradient(image, measured));
    return { gradient, products: gramAt(geometry, point, [gradient]) };
  });
  return { gradient, squared: (await algebra.read(products))[0] };
}

/** The gradient at the first place, which must be finite; otherwise frees the place and throws. */
export async function startGradient<M>(
  solver: string,
  geometry: Geometry<M>,
  objective: Objective<M>,
  place: Place<M>,
): Promise<{ gradient: M; squared: number }> {
  const { gradient, squared } = await gradientAt(geometry, objective, place);
  if (!Number.isFinite(squared)) geometry.algebra.dispose([place.point, place.image, gradient]);
  check(
    Number.isFinite(squared),
    () =>
      `${solver}: the gradient at L0 must be finite, got ‖grad‖² = ${squared}. Run checkGradient on the problem.`,
  );
  return { gradient, squared };
}

/** Runs a stepwise solver to its end. */
export async function runToEnd<M, Row extends HistoryRow>(
  steps: AsyncGenerator<SolverEvent<M, Row>, void>,
): Promise<SolverResult<M>> {
  for await (const event of steps) if (event.kind === "finished") return event.result;
  throw new Error("a solver ended without a result");
}
