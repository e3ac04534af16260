import {
  abortSignal,
  anyNumber,
  anything,
  argument,
  describeValue,
  finiteNumber,
  functionValue,
  isRecord,
  oneOf,
  optional,
  readOptions,
  seed,
  wholeNumber,
} from "../../core/options";
import { check } from "../../core";
import { betaRules, type BetaRule } from "./betaRules";
import {
  adaptiveLineSearch,
  backtrackingLineSearch,
  type LineSearch,
  type LineSearchOptions,
} from "./lineSearch";
import type { HistoryRow } from "./solverResult";

/** The defaults of steepestDescent and trustRegions. */
export const solverDefaults = Object.freeze({
  maxIterations: 1000,
  minGradientNorm: 1e-6,
  minStepSize: 1e-10,
  seed: 1,
});

/** The paper's settings: "CGD (max_iter=10, with all other default settings)" of Manopt (appendix, implementation details). */
export const conjugateGradientDefaults = Object.freeze({
  ...solverDefaults,
  maxIterations: 10,
  betaRule: "hestenes-stiefel",
  lineSearch: "adaptive",
  powellRestart: Number.POSITIVE_INFINITY,
} as const);

/** Options that every solver takes. */
export interface SolverOptions<Row extends HistoryRow = HistoryRow> {
  /** Maximum number of iterations. Default 10 for conjugateGradient (the paper's), 1000 for the others. */
  maxIterations?: number;
  /** Stop when ‖grad f‖ falls below this. Default 1e-6. */
  minGradientNorm?: number;
  /** Stop when a step is shorter than this. Default 1e-10. */
  minStepSize?: number;
  /** Seed for the random start if no L0 is given. Default 1. */
  seed?: number;
  /** Stops the run after the current iteration, with `stopReason` "aborted". */
  signal?: AbortSignal;
  /** Called with every history row as soon as it is available. */
  onIteration?: (row: Row) => void;
}

export interface DescentOptions extends SolverOptions {
  /** "adaptive" (default), "backtracking", or options of one of them. */
  lineSearch?: "adaptive" | "backtracking" | LineSearchOptions;
}

export interface ConjugateGradientOptions extends DescentOptions {
  /** How the next direction depends on the last one. Default "hestenes-stiefel". */
  betaRule?: BetaRule;
  /** Powell's restart: drop the last direction when |⟨g⁺,T(g)⟩| ≥ this · ‖g⁺‖². Default Infinity (never). */
  powellRestart?: number;
}

/** The options of every solver. */
export function solverSchema(maxIterations: number) {
  return {
    maxIterations: wholeNumber({ min: 0, default: maxIterations }),
    minGradientNorm: notNegative(solverDefaults.minGradientNorm),
    minStepSize: notNegative(solverDefaults.minStepSize),
    seed: seed(),
    signal: optional(abortSignal),
  };
}

/** A number of at least 0; Infinity stops the run at once. */
const notNegative = (value: number) =>
  argument<number>("a number of at least 0", (given) => typeof given === "number" && given >= 0, {
    default: value,
  });

/** Reads the options of steepestDescent. The line search has memory, so each run gets a new one. */
export function readDescentOptions(solver: string, options: DescentOptions) {
  const given = readOptions(solver, options, descentSchema(solverDefaults.maxIterations));
  return { ...given, search: readLineSearch(solver, given.lineSearch) };
}

/** Reads the options of conjugateGradient. */
export function readConjugateGradientOptions(solver: string, options: ConjugateGradientOptions) {
  const given = readOptions(solver, options, {
    ...descentSchema(conjugateGradientDefaults.maxIterations),
    betaRule: oneOf(Object.keys(betaRules) as BetaRule[], { default: conjugateGradientDefaults.betaRule }),
    powellRestart: { ...anyNumber, default: conjugateGradientDefaults.powellRestart },
  });
  const { powellRestart } = given;
  check(
    powellRestart > 0,
    () => `${solver}: powellRestart must be positive, got ${powellRestart}. Try 0.1, or leave it out.`,
  );
  return { ...given, search: readLineSearch(solver, given.lineSearch) };
}

const descentSchema = (maxIterations: number) => ({
  ...solverSchema(maxIterations),
  onIteration: optional(functionValue<(row: HistoryRow) => void>()),
  lineSearch: {
    ...anything<"adaptive" | "backtracking" | LineSearchOptions>(),
    default: conjugateGradientDefaults.lineSearch,
  },
});

function readLineSearch(solver: string, option: "adaptive" | "backtracking" | LineSearchOptions): LineSearch {
  const given = isRecord(option)
    ? readOptions(`${solver}: lineSearch`, option as LineSearchOptions, lineSearchSchema)
    : undefined;
  const kind: unknown = given ? given.kind : option;
  check(
    kind === "adaptive" || kind === "backtracking",
    () => `${solver}: lineSearch must be "adaptive" or "backtracking", got ${describeValue(kind)}.`,
  );
  const adaptive = kind === "adaptive";
  const settings: Required<LineSearchOptions> = {
    kind: kind,
    contraction: given?.contraction ?? 0.5,
    sufficientDecrease: given?.sufficientDecrease ?? (adaptive ? 0.5 : 2 ** -13),
    maxEvaluations: given?.maxEvaluations ?? (adaptive ? 10 : 25),
    initialStepSize: given?.initialStepSize ?? 1,
  };
  const inUnit = (value: number) => value > 0 && value < 1;
  check(
    inUnit(settings.contraction) && inUnit(settings.sufficientDecrease),
    () =>
      `${solver}: lineSearch needs contraction and sufficientDecrease in (0, 1), got ${settings.contraction} and ${settings.sufficientDecrease}.`,
  );
  check(
    settings.maxEvaluations >= 1 && settings.initialStepSize > 0,
    () =>
      `${solver}: lineSearch needs maxEvaluations of at least 1 and a positive initialStepSize, got ${settings.maxEvaluations} and ${settings.initialStepSize}.`,
  );
  return adaptive ? adaptiveLineSearch(settings) : backtrackingLineSearch(settings);
}

const lineSearchSchema = {
  kind: { ...anything(), default: conjugateGradientDefaults.lineSearch },
  contraction: optional(anyNumber),
  sufficientDecrease: optional(anyNumber),
  maxEvaluations: optional(wholeNumber({ max: 1e6 })),
  initialStepSize: optional(finiteNumber()),
};
