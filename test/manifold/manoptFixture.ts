import { readFileSync } from "node:fs";
import path from "node:path";
import type { BetaRule } from "../../lib/manifold/solvers/betaRules";
import type { ConjugateGradientOptions } from "../../lib/manifold/solvers/solverOptions";

type Rows = number[][];

interface ManoptRow {
  iter: number;
  cost: number;
  gradnorm: number;
  stepsize: number | null;
  beta: number;
  costevals: number | null;
}

interface ManoptRun {
  options: {
    maxiter: number;
    beta_type?: string;
    orth_value?: number;
    tolgradnorm?: number;
    linesearch?: string;
  };
  stopReason: string;
  history: ManoptRow[];
  L: Rows;
  LLt?: Rows;
}

interface ManoptFixture {
  d: number;
  l: number;
  T: number;
  alphaDeg: number;
  P: Rows;
  Q: Rows;
  L0: Rows;
  Z?: Rows;
  Zp?: Rows;
  Zn?: Rows;
  expected: { cost0: number; egrad0: Rows; rgrad0: Rows; runs: Record<string, ManoptRun> };
}

interface OperationsFixture {
  d: number;
  l: number;
  inputs: Record<"X" | "Y" | "A" | "B" | "EG" | "EH", Rows>;
  expected: Record<string, Rows> &
    Record<"inner" | "norm" | "distXY" | "dim" | "trFinalCost" | "agmlCost", number> &
    Record<"distExp" | "normLogXY" | "typicaldist", number>;
}

function read(name: string): unknown {
  return JSON.parse(
    readFileSync(path.join(process.cwd(), "test", "fixtures", "manopt", `${name}.json`), "utf8"),
  );
}

export const fixtureNames = ["small", "cifar", "edge_line", "edge_one"] as const;

export type FixtureName = (typeof fixtureNames)[number];

/** A Manopt fixture with the rows of p and q as this library wants them: one triplet each. */
export function manoptFixture(name: FixtureName) {
  const fixture = read(name) as ManoptFixture;
  return { ...fixture, p: transposed(fixture.P), q: transposed(fixture.Q) };
}

export function operationsFixture(): OperationsFixture {
  return read("ops") as OperationsFixture;
}

export function transposed(rows: Rows): Rows {
  return rows[0].map((_, j) => rows.map((row) => row[j]));
}

const rules: Record<string, BetaRule> = {
  "S-D": "steepest-descent",
  "F-R": "fletcher-reeves",
  "P-R": "polak-ribiere",
  "H-S": "hestenes-stiefel",
  "H-Z": "hager-zhang",
  "L-S": "liu-storey",
  "P-R-SATO": "polak-ribiere-sato",
  "H-S-SATO": "hestenes-stiefel-sato",
};

/** Our options for one of Manopt's runs. */
export function optionsOf({ options }: ManoptRun): ConjugateGradientOptions {
  return {
    maxIterations: options.maxiter,
    ...(options.beta_type && { betaRule: rules[options.beta_type] }),
    ...(options.orth_value !== undefined && { powellRestart: options.orth_value }),
    ...(options.tolgradnorm !== undefined && { minGradientNorm: options.tolgradnorm }),
    ...(options.linesearch && { lineSearch: "backtracking" as const }),
  };
}

/** Our name for the reason that Manopt gives in a sentence. */
export function stopReasonOf({ stopReason }: ManoptRun): string {
  if (stopReason.startsWith("Gradient norm")) return "gradient-norm";
  if (stopReason.startsWith("Max iteration")) return "max-iterations";
  return "step-size";
}
