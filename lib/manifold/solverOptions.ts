import { check } from "../common/errors";
import { betaRules, type BetaRule } from "./betaRules";
import {
  adaptiveLineSearch,
  backtrackingLineSearch,
  type LineSearch,
  type LineSearchOptions,
} from "./lineSearch";
import type { HistoryRow } from "./solverResult";

/** What steepestDescent and trustRegions take where nothing is said. */
export const solverDefaults = Object.freeze({
  maxIterations: 1000,
  minGradientNorm: 1e-6,
  minStepSize: 1e-10,
  seed: 1,
});

/** The paper's: "CGD (max_iter=10, with all other default settings)" of Manopt (appendix, implementation details). */
export const conjugateGradientDefaults = Object.freeze({
  ...solverDefaults,
  maxIterations: 10,
  betaRule: "hestenes-stiefel",
  lineSearch: "adaptive",
  powellRestart: Number.POSITIVE_INFINITY,
} as const);

/** Options that every solver takes. */
export interface SolverOptions<Row extends HistoryRow = HistoryRow> {
  /** Iterations at most. Default 10 for conjugateGradient (the paper's), 1000 for the others. */
  maxIterations?: number;
  /** Stop when ‖grad f‖ falls below this. Default 1e-6. */
  minGradientNorm?: number;
  /** Stop when a step is shorter than this. Default 1e-10. */
  minStepSize?: number;
  /** Seed of the random start when no L0 is given. Default 1. */
  seed?: number;
  /** Stops the run after the iteration in progress; the result's `stopReason` is then "aborted". */
  signal?: AbortSignal;
  /** Called with every history row as it comes. */
  onIteration?: (row: Row) => void;
}

export interface DescentOptions extends SolverOptions {
  /** "adaptive" (default), "backtracking", or options of one of them. */
  lineSearch?: "adaptive" | "backtracking" | LineSearchOptions;
}

export interface ConjugateGradientOptions extends DescentOptions {
  /** How the next direction mixes in the last one. Default "hestenes-stiefel". */
  betaRule?: BetaRule;
  /** Powell's restart: drop the last direction when |⟨g⁺,T(g)⟩| ≥ this · ‖g⁺‖². Default Infinity (never). */
  powellRestart?: number;
}

/** Fills in defaults and checks the values that every solver shares. */
export function readSolverOptions(solver: string, options: SolverOptions<never>, maxIterations: number) {
  const settings = {
    maxIterations: options.maxIterations ?? maxIterations,
    minGradientNorm: options.minGradientNorm ?? solverDefaults.minGradientNorm,
    minStepSize: options.minStepSize ?? solverDefaults.minStepSize,
  };
  check(
    Number.isInteger(settings.maxIterations) && settings.maxIterations >= 0,
    () =>
      `${solver}: maxIterations must be a whole number of at least 0, got ${settings.maxIterations}. Try 10.`,
  );
  check(
    settings.minGradientNorm >= 0,
    () => `${solver}: minGradientNorm must be at least 0, got ${settings.minGradientNorm}. Try 1e-6.`,
  );
  check(
    settings.minStepSize >= 0,
    () => `${solver}: minStepSize must be at least 0, got ${settings.minStepSize}. Try 1e-10.`,
  );
  return settings;
}

export function readBetaRule(solver: string, rule: BetaRule = conjugateGradientDefaults.betaRule): BetaRule {
  check(
    Object.hasOwn(betaRules, rule),
    () => `${solver}: betaRule must be one of ${Object.keys(betaRules).join(", ")}, got "${rule}".`,
  );
  return rule;
}

export function readPowellRestart(
  solver: string,
  threshold: number = conjugateGradientDefaults.powellRestart,
): number {
  check(
    threshold > 0,
    () => `${solver}: powellRestart must be positive, got ${threshold}. Try 0.1, or leave it out.`,
  );
  return threshold;
}

/** A fresh line search (it has memory) from its option. */
export function readLineSearch(
  solver: string,
  option: "adaptive" | "backtracking" | LineSearchOptions = conjugateGradientDefaults.lineSearch,
): LineSearch {
  const given: LineSearchOptions = typeof option === "string" ? { kind: option } : option;
  const kind = given.kind ?? "adaptive";
  check(
    kind === "adaptive" || kind === "backtracking",
    () => `${solver}: lineSearch must be "adaptive" or "backtracking", got "${kind}".`,
  );
  const adaptive = kind === "adaptive";
  const settings = {
    kind,
    contraction: given.contraction ?? 0.5,
    sufficientDecrease: given.sufficientDecrease ?? (adaptive ? 0.5 : 2 ** -13),
    maxEvaluations: given.maxEvaluations ?? (adaptive ? 10 : 25),
    initialStepSize: given.initialStepSize ?? 1,
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
