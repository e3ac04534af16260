import { reproductionGrid, tables, type GridOptions, type TableName } from "../grid";
import { finishedCells, readStore, storeFile } from "../resultStore";
import { reproductionReport, type Report } from "./reproductionReport";
import { path } from "../../core/options";

/**
 * The report of a folder: the requested cells, and those of the same table that earlier calls finished.
 *
 * @example
 * const report = readReport("table1", { datasets: ["mnist"], seeds: 1 }, "results/table1");
 * report.table; // → "table1"
 */
export function readReport(table: TableName, asked: GridOptions, folder: string): Report {
  path.read(folder, "readReport: folder");
  const { records } = readStore(storeFile(folder));
  const finished = finishedCells(records);
  const wanted = new Set(reproductionGrid(table, asked).map(({ id }) => id));
  const { scale, seeds, files, features } = asked ?? {};
  const whole = { scale, seeds, files, features, methods: tables[table].methods };
  const cells = reproductionGrid(table, whole).filter(({ id }) => wanted.has(id) || finished.has(id));
  return reproductionReport(cells, records);
}
