import type { DataFrame } from "danfojs-node";
import { resultRows, resultTable, type ResultRow } from "../evaluate";

/**
 * Results in percent as a Danfo table: one row per data set and method, one column per metric.
 *
 * @example
 * const frame = await resultFrame(rows);
 * frame.columns; // → ["dataset", "method", "seeds", "NMI"]
 */
export async function resultFrame(rows: readonly ResultRow[]): Promise<DataFrame> {
  resultRows.read(rows, "resultFrame: rows");
  const { DataFrame } = await import("danfojs-node");
  return new DataFrame(resultTable(rows));
}
