import { anyNumber, argument, listOf, optional, recordOf, text, type Argument } from "../../core/options";

/** One result, ready for a table or a plot. */
export interface ResultRow {
  dataset: string;
  /** "Initial" is the untrained network and L. */
  method: string;
  seed: number;
  metric: "nmi" | "recall" | "mapAtR" | "rPrecision";
  /** K of Recall@K, else null. */
  k: number | null;
  /** A fraction, in [0, 1]. */
  value: number;
}

/** Tidy rows, as in results.json. */
export const resultRows: Argument<readonly ResultRow[]> = listOf(
  recordOf<ResultRow>("a row { dataset, method, seed, metric, k, value }", {
    dataset: text,
    method: text,
    metric: text,
    k: optional(argument("a number or null", (value) => value === null || typeof value === "number")),
    value: anyNumber,
  }),
  "an array of result rows",
);

/** The metrics in the order of a table's columns. The paper reports the first five. */
export const resultColumns = Object.freeze([
  { title: "NMI", metric: "nmi", k: null },
  { title: "R@1", metric: "recall", k: 1 },
  { title: "R@2", metric: "recall", k: 2 },
  { title: "R@4", metric: "recall", k: 4 },
  { title: "R@8", metric: "recall", k: 8 },
  { title: "MAP@R", metric: "mapAtR", k: null },
  { title: "R-precision", metric: "rPrecision", k: null },
] as const);
