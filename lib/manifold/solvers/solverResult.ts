import { inspect } from "node:util";
import { plural } from "../../core";
import type { Matrix64 } from "../../algebra";

/** Why a solver stopped. */
export type StopReason =
  /** The gradient's norm fell below `minGradientNorm`: converged. */
  | "gradient-norm"
  | "max-iterations"
  /** The last step was shorter than `minStepSize`, or no step lowered the cost. */
  | "step-size"
  | "aborted"
  /** The cost is finite but its gradient is not. */
  | "gradient-not-finite";

/** The state after `iteration` iterations. Row 0 is the start, which has no step. */
export interface HistoryRow {
  iteration: number;
  cost: number;
  /** ‖grad f‖ */
  gradientNorm: number;
  /** t‖d‖ of the step that led here. */
  stepSize: number | null;
  /** Costs evaluated by the line search of this iteration. */
  costEvaluations: number | null;
  /** β for the next direction; null if the solver has no β. */
  beta: number | null;
}

export interface SolverResult<M = Matrix64> {
  /** The best point found: float64 `{ data, shape }`, or for a float32 problem a tensor that the caller owns. */
  point: M;
  cost: number;
  gradientNorm: number;
  iterations: number;
  stopReason: StopReason;
  history: HistoryRow[];
  /** One line, for a cell or a log. */
  toString(): string;
}

/** Events of a stepwise run: one per iteration, then the result. */
export type SolverEvent<M = Matrix64, Row extends HistoryRow = HistoryRow> =
  ({ kind: "iteration" } & Row) | { kind: "finished"; result: SolverResult<M> };

/** Makes a result print as one line. */
export function printable<M>(solver: string, result: SolverResult<M>): SolverResult<M> {
  const text = `${solver}: cost ${format(result.cost)}, gradient norm ${format(result.gradientNorm)} after ${plural(result.iterations, "iteration")} (${result.stopReason})`;
  const hidden = (value: unknown) => ({ value, enumerable: false, writable: true, configurable: true });
  return Object.defineProperties(result, {
    toString: hidden(() => text),
    [inspect.custom]: hidden(() => text),
  });
}

const format = (value: number) =>
  Math.abs(value) < 1e-3 ? value.toExponential(2) : Number(value.toPrecision(6)).toString();
