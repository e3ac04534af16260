import type { DataFrame } from "danfojs-node";
import { resultColumns, resultRows, summarizeResults, type ResultRow, type ResultSummary } from "../evaluate";

/** R@K for any K, not only those of the tables. */
function titleOf({ metric, k }: ResultSummary): string {
  const column = resultColumns.find((known) => known.metric === metric && known.k === k);
  return column?.title ?? `R@${k}`;
}

/** "49.7 ± 1.3", in percent; a single seed has no deviation. */
export function percentText({ mean, deviation, seeds }: ResultSummary): string {
  const percent = (share: number) => (100 * share).toFixed(1);
  return seeds > 1 ? `${percent(mean)} ± ${percent(deviation)}` : percent(mean);
}

/** Results in percent as a Danfo table: one row per data set and method, one column per metric. */
export async function resultFrame(rows: readonly ResultRow[]): Promise<DataFrame> {
  resultRows.read(rows, "resultFrame: rows");
  const { DataFrame } = await import("danfojs-node");
  const lines = new Map<string, Record<string, string | number>>();
  for (const summary of summarizeResults(rows)) {
    const { dataset, method, seeds } = summary;
    const key = JSON.stringify([dataset, method]);
    const line = lines.get(key) ?? { dataset, method, seeds };
    line[titleOf(summary)] = percentText(summary);
    lines.set(key, line);
  }
  return new DataFrame([...lines.values()]);
}
