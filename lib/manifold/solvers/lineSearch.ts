/** The start of a line search: f(x), ⟨g, d⟩ and ‖d‖. */
export interface LineSearchStart {
  cost: number;
  slope: number;
  directionNorm: number;
}

/** The accepted multiple of d (0 if no trial was better than the start), its cost, and the number of cost evaluations. */
export interface LineSearchOutcome {
  step: number;
  cost: number;
  evaluations: number;
}

/** Finds a step along d; `costAt(t)` is f(R_x(td)). The accepted step is the last one tried, or 0. */
export type LineSearch = (
  start: LineSearchStart,
  costAt: (t: number) => Promise<number>,
) => Promise<LineSearchOutcome>;

export interface LineSearchOptions {
  /** "adaptive" remembers the last step, "backtracking" guesses from the last decrease of the cost. */
  kind?: "adaptive" | "backtracking";
  /** A failed step is multiplied by this. Default .5. */
  contraction?: number;
  /** A step must lower the cost by this fraction of t⟨g, d⟩ (Armijo). Default .5 (adaptive), 2⁻¹³ (backtracking). */
  sufficientDecrease?: number;
  /** Maximum number of cost evaluations. Default 10 (adaptive), 25 (backtracking). */
  maxEvaluations?: number;
  /** The length of the first trial step. Default 1. */
  initialStepSize?: number;
}

type Settings = Required<LineSearchOptions>;

/**
 * Manopt's default line search. The first trial is 1/‖d‖. Steps are halved while f(R(td)) > f + .5t⟨g,d⟩, with at most 10
 * evaluations. The next search starts at t if exactly 2 evaluations were used, else at 2t. It has memory, so each solver run needs its
 * own.
 */
export function adaptiveLineSearch(settings: Settings): LineSearch {
  let next: number | undefined;
  return async (start, costAt) => {
    const outcome = await backtrack(
      next ?? settings.initialStepSize / start.directionNorm,
      start,
      costAt,
      settings,
    );
    next = outcome.step === 0 ? undefined : outcome.evaluations === 2 ? outcome.step : 2 * outcome.step;
    return outcome;
  };
}

/** The guess from the last decrease is multiplied by this, so that steps can grow. */
const OPTIMISM = 2;

/**
 * Backtracking from the step that would repeat the last decrease of the cost on a parabola, t = 2·2(f − f_previous)/⟨g,d⟩
 * (twice Nocedal & Wright, Eq. 3.60), or 1/‖d‖ at first.
 */
export function backtrackingLineSearch(settings: Settings): LineSearch {
  let previousCost: number | undefined;
  return async (start, costAt) => {
    const guess =
      previousCost === undefined ? Number.NaN : (OPTIMISM * 2 * (start.cost - previousCost)) / start.slope;
    const usable = guess * start.directionNorm > Number.EPSILON && Number.isFinite(guess);
    previousCost = start.cost;
    return backtrack(
      usable ? guess : settings.initialStepSize / start.directionNorm,
      start,
      costAt,
      settings,
    );
  };
}

async function backtrack(
  first: number,
  { cost, slope }: LineSearchStart,
  costAt: (t: number) => Promise<number>,
  { contraction, sufficientDecrease, maxEvaluations }: Settings,
): Promise<LineSearchOutcome> {
  let step = first;
  let trial = await costAt(step);
  let evaluations = 1;
  // Written so that a cost of NaN or Infinity fails the test.
  while (!(trial <= cost + sufficientDecrease * step * slope) && evaluations < maxEvaluations) {
    step *= contraction;
    trial = await costAt(step);
    evaluations++;
  }
  return trial <= cost ? { step, cost: trial, evaluations } : { step: 0, cost, evaluations };
}
