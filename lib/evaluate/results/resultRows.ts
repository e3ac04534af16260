import { anyNumber, argument, listOf, recordOf, text, type Argument } from "../../core/options";

/** One number, ready for a table or a plot. */
export interface ResultRow {
  dataset: string;
  /** "Initial": the untrained network and L. */
  method: string;
  seed: number;
  metric: "nmi" | "recall" | "mapAtR" | "rPrecision";
  /** K of Recall@K, else null. */
  k: number | null;
  /** A fraction, in [0, 1]. */
  value: number;
}

/** Tidy rows as results.json holds them. */
export const resultRows: Argument<readonly ResultRow[]> = listOf(
  recordOf<ResultRow>("a row { dataset, method, seed, metric, k, value }", {
    dataset: text,
    method: text,
    metric: text,
    k: argument("a number or null", (value) => value === null || typeof value === "number"),
    value: anyNumber,
  }),
  "an array of result rows",
);
