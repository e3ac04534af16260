import type { DataFrame } from "danfojs-node";
import { summarizeResults, type ResultRow, type ResultSummary } from "../../methods";

const titles: Record<ResultRow["metric"], string> = {
  nmi: "NMI",
  recall: "R@",
  mapAtR: "MAP@R",
  rPrecision: "R-precision",
};

/** "49.7 ± 1.3", in percent; one seed has no deviation. */
export function percentText({ mean, deviation, seeds }: ResultSummary): string {
  const percent = (share: number) => (100 * share).toFixed(1);
  return seeds > 1 ? `${percent(mean)} ± ${percent(deviation)}` : percent(mean);
}

/** Results as a Danfo table in percent: a row for each data set and method, a column for each metric. */
export async function resultFrame(rows: readonly ResultRow[]): Promise<DataFrame> {
  const { DataFrame } = await import("danfojs-node");
  const lines = new Map<string, Record<string, string | number>>();
  for (const summary of summarizeResults(rows)) {
    const { dataset, method, metric, k, seeds } = summary;
    const key = JSON.stringify([dataset, method]);
    const line = lines.get(key) ?? { dataset, method, seeds };
    line[`${titles[metric]}${k ?? ""}`] = percentText(summary);
    lines.set(key, line);
  }
  return new DataFrame([...lines.values()]);
}
