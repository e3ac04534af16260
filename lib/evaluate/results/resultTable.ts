import { resultColumns, type ResultRow } from "./resultRows";
import { summarizeResults, type ResultSummary } from "./summarizeResults";

/** R@K for any K, not only those of the tables; other metrics by their own name. */
function titleOf({ metric, k }: ResultSummary): string {
  const column = resultColumns.find((known) => known.metric === metric && known.k === k);
  if (column) return column.title;
  const name: string = (metric as string) === "recall" ? "R" : metric;
  return k === null ? name : `${name}@${k}`;
}

/** "49.7 ± 1.3", in percent; a single seed has no deviation, and what is not a number is a dash. */
function percentText({ mean, deviation, seeds }: ResultSummary): string {
  if (!Number.isFinite(mean)) return "–";
  const percent = (share: number) => (100 * share).toFixed(1);
  return seeds > 1 ? `${percent(mean)} ± ${percent(deviation)}` : percent(mean);
}

/** Results in percent: one record for each data set and method, one column for each metric. */
export function resultTable(rows: readonly ResultRow[]): Record<string, string | number>[] {
  const lines = new Map<string, Record<string, string | number>>();
  for (const summary of summarizeResults(rows)) {
    const { dataset, method, seeds } = summary;
    const key = JSON.stringify([dataset, method]);
    const line = lines.get(key) ?? { dataset, method, seeds };
    line[titleOf(summary)] = percentText(summary);
    lines.set(key, line);
  }
  return [...lines.values()];
}

/** The table as aligned text. */
export function resultText(rows: readonly ResultRow[]): string {
  const records = resultTable(rows);
  const columns = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const lines = [columns, ...records.map((record) => columns.map((column) => String(record[column] ?? "–")))];
  const widths = columns.map((_, c) => Math.max(...lines.map((line) => line[c].length)));
  return lines
    .map((line) =>
      line.map((cell, c) => (c < 2 ? cell.padEnd(widths[c]) : cell.padStart(widths[c]))).join("  "),
    )
    .join("\n");
}
