import {
  publishedRow,
  resultColumns,
  summarizeResults,
  type PublishedRow,
  type ResultRow,
  type ResultSummary,
} from "../../evaluate";
import type { CellRecord, FinishedCell } from "../cellRecord";
import { tables, type GridCell, type TableName } from "../grid";
import type { ScaleName } from "../scales";
import { cellList, recordList } from "../checkCells";
import { finishedCells } from "../resultStore";
import { verdictOf, type Verdict } from "./verdict";

/** Our number and the paper's, in percent. */
export interface ReportValue {
  mean: number;
  /** Undefined for a single seed. */
  deviation: number | undefined;
  paper: number | undefined;
  /** How our number compares with the paper's; undefined if the paper has none. */
  verdict: Verdict | undefined;
  /** True for the best of our numbers in the column. */
  isBest: boolean;
  isBestInPaper: boolean;
}

export interface ReportRow {
  method: string;
  /** The number of seeds behind the means. */
  seeds: number;
  /** One per column of `resultColumns`; undefined if there is no number yet. */
  values: (ReportValue | undefined)[];
}

/** Our version of a table of the paper. */
export interface Report {
  table: TableName;
  scale: ScaleName;
  datasets: { dataset: string; rows: ReportRow[] }[];
  /** The tidy rows behind it, with "Initial" once per data set and seed. */
  rows: ResultRow[];
  finished: FinishedCell[];
  /** Cells without a result, with the error of the last attempt, if any. */
  missing: { cell: GridCell; error: string | undefined }[];
}

/**
 * Compares our numbers with the paper's. The records may include other cells, such as those of a whole store.
 *
 * @example
 * const cells = reproductionGrid("table1", { datasets: ["mnist"], seeds: 1 });
 * reproductionReport(cells, []).missing.length; // → 7
 */
export function reproductionReport(cells: readonly GridCell[], records: readonly CellRecord[]): Report {
  cellList.read(cells, "reproductionReport: cells");
  recordList.read(records, "reproductionReport: records");
  const { table, scale } = cells[0];
  const byId = finishedCells(records);
  const finished = cells.flatMap(({ id }) => byId.get(id) ?? []);
  const rows = tableRows(finished);
  const summaries = summarizeResults(rows);
  const names = new Set(["Initial", ...tables[table].methods, ...cells.map(({ method }) => method)]);
  const datasets = [...new Set(cells.map(({ dataset }) => dataset))].map((dataset) => {
    const asked = new Set<string>(
      cells.filter((cell) => cell.dataset === dataset).map(({ method }) => method),
    );
    const methods = [...names].filter((name) => name === "Initial" || asked.has(name));
    const own = summaries.filter((summary) => summary.dataset === dataset);
    return { dataset, rows: reportRows(methods, own, dataset) };
  });
  const missing = cells
    .filter(({ id }) => !byId.has(id))
    .map((cell) => ({ cell, error: lastError(cell, records) }));
  return { table, scale, datasets, rows, finished, missing };
}

/** The rows of all runs, but "Initial" only once per data set and seed: with the L that AGML starts with, as in the paper, if AGML was run. */
function tableRows(finished: readonly FinishedCell[]): ResultRow[] {
  const sources = new Map<string, FinishedCell>();
  for (const cell of finished) {
    const key = `${cell.dataset} ${cell.seed}`;
    if (!sources.has(key) || cell.method === "AGML") sources.set(key, cell);
  }
  const isInitial = ({ method }: ResultRow) => method === "Initial";
  return [
    ...[...sources.values()].flatMap(({ rows }) => rows.filter(isInitial)),
    ...finished.flatMap(({ rows }) => rows.filter((row) => !isInitial(row))),
  ];
}

function reportRows(
  methods: readonly string[],
  summaries: readonly ResultSummary[],
  dataset: string,
): ReportRow[] {
  const found = (method: string, { metric, k }: (typeof resultColumns)[number]) =>
    summaries.find((row) => row.method === method && row.metric === metric && row.k === k);
  const bests = resultColumns.map((column) => ({
    here: Math.max(...methods.map((method) => tenths(found(method, column)?.mean))),
    paper: Math.max(
      ...methods.map((method) => paperValue(publishedRow(dataset, method), column) ?? -Infinity),
    ),
  }));
  return methods.map((method) => ({
    method,
    seeds: found(method, resultColumns[0])?.seeds ?? 0,
    values: resultColumns.map((column, i) => {
      const summary = found(method, column);
      if (!summary) return undefined;
      const mean = 100 * summary.mean;
      const deviation = summary.seeds > 1 ? 100 * summary.deviation : undefined;
      const value = paperValue(publishedRow(dataset, method), column);
      return {
        mean,
        deviation,
        paper: value,
        verdict: value === undefined ? undefined : verdictOf(mean, deviation, value),
        isBest: tenths(summary.mean) === bests[i].here,
        isBestInPaper: value === bests[i].paper,
      };
    }),
  }));
}

/** In tenths of a percent, as shown: numbers that look the same count as equal. */
const tenths = (fraction = -Infinity) => Math.round(1000 * fraction);

function paperValue(
  row: PublishedRow | undefined,
  { metric, k }: (typeof resultColumns)[number],
): number | undefined {
  if (metric === "nmi") return row?.nmi;
  return metric === "recall" ? row?.recall[k] : undefined;
}

function lastError({ id }: GridCell, records: readonly CellRecord[]): string | undefined {
  const last = records.findLast((record) => record.id === id);
  return last?.status === "failed" ? last.error : undefined;
}
