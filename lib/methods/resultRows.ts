import { anyNumber, argument, listOf, recordOf, text, type Argument } from "../common/arguments";
import type { ResultRow } from "./experiment";

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
