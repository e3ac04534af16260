import { resultRows, type ResultRow } from "./resultRows";

/** Results of several seeds in one row: fractions in [0, 1]. */
export interface ResultSummary {
  dataset: string;
  method: string;
  metric: ResultRow["metric"];
  k: number | null;
  mean: number;
  /** The sample standard deviation; 0 for a single seed. */
  deviation: number;
  seeds: number;
}

/**
 * Mean and standard deviation over the seeds for every data set, method and metric, in the order of their first rows.
 *
 * @example summarizeResults(rows)[0].mean; // → 0.55
 */
export function summarizeResults(rows: readonly ResultRow[]): ResultSummary[] {
  resultRows.read(rows, "summarizeResults: rows");
  const groups = new Map<string, ResultRow[]>();
  for (const row of rows) {
    const key = JSON.stringify([row.dataset, row.method, row.metric, row.k]);
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()].map((group) => {
    const { dataset, method, metric } = group[0];
    const n = group.length;
    const mean = group.reduce((sum, { value }) => sum + value / n, 0);
    const squares = group.reduce((sum, { value }) => sum + (value - mean) ** 2, 0);
    return {
      dataset,
      method,
      metric,
      k: kOf(group[0]),
      mean,
      deviation: n > 1 ? Math.sqrt(squares / (n - 1)) : 0,
      seeds: n,
    };
  });
}

/** Rows of other programs have no k where they have no neighbors. */
const kOf = ({ k }: Partial<ResultRow>): number | null => k ?? null;
