import { types } from "node:util";
import { plural } from "../../core";
import { htmlTable } from "../../core/html";
import { describeValue } from "../../core/options";

/** Fewer rows are easy to read as they are; more than these are left out. */
const [leastRows, mostRows, mostColumns] = [5, 20, 12];

/** Whether a value is an array of rows with the same names and a number, text, flag or nothing in each cell. Runs no getters. */
export function isRecords(value: unknown): boolean {
  if (!Array.isArray(value) || value.length < leastRows) return false;
  const columns = columnsOf(value[0]);
  return (
    columns !== undefined &&
    columns.length > 1 &&
    columns.length <= mostColumns &&
    value.every((row) => columnsOf(row)?.join("\0") === columns.join("\0"))
  );
}

/** The names in a plain record of cells. */
function columnsOf(row: unknown): string[] | undefined {
  if (typeof row !== "object" || row === null || types.isProxy(row)) return undefined;
  const prototype: unknown = Object.getPrototypeOf(row);
  // Cells of a notebook have an Object of their own.
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) return undefined;
  const cells = Object.entries(Object.getOwnPropertyDescriptors(row));
  return cells.every(([, cell]) => "value" in cell && isCell(cell.value))
    ? cells.map(([name]) => name)
    : undefined;
}

const isCell = (value: unknown) =>
  value === null || ["number", "string", "boolean", "undefined"].includes(typeof value);

/** The first rows as a table. */
export function recordsBundle(rows: readonly Record<string, unknown>[]): Record<string, string> {
  const columns = Object.keys(rows[0]);
  const line = `${plural(rows.length, "row")}: ${columns.join(", ")}`;
  const cells = rows
    .slice(0, mostRows)
    .map((row, at) => [String(at), ...columns.map((name) => cellText(row[name]))]);
  const rest =
    rows.length > mostRows ? `<small>the first ${mostRows} of ${plural(rows.length, "row")}</small>` : "";
  return { "text/html": `<div>${htmlTable(["", ...columns], cells)}${rest}</div>`, "text/plain": line };
}

/** Four digits are enough to compare rows by, and leave room for many columns. */
function cellText(value: unknown): string {
  if (typeof value === "string") return value;
  if (value === null || value === undefined) return "–";
  const isLong = typeof value === "number" && !Number.isInteger(value);
  return describeValue(isLong ? Number(value.toPrecision(4)) : value);
}
