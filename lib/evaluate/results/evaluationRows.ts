import type { Evaluation } from "../evaluateEmbeddings";
import type { ResultRow } from "./resultRows";

/** An evaluation as tidy rows: one for each metric that was computed, Recall@K one for each K. */
export function evaluationRows({
  nmi,
  recall = {},
  mapAtR,
  rPrecision,
}: Partial<Evaluation>): Pick<ResultRow, "metric" | "k" | "value">[] {
  const single = (metric: ResultRow["metric"], value: number | undefined) =>
    value === undefined ? [] : [{ metric, k: null, value }];
  return [
    ...single("nmi", nmi),
    ...Object.entries(recall).map(([k, value]) => ({ metric: "recall" as const, k: Number(k), value })),
    ...single("mapAtR", mapAtR),
    ...single("rPrecision", rPrecision),
  ];
}
