import type { MimeBundle } from "./mimeBundle";
import { plural } from "../../../lib/core";
import { escapeHtml } from "../../../lib/core/html";

/** The properties of Danfo's DataFrame and Series that a table needs. */
interface FrameLike {
  columns: unknown[];
  index: unknown[];
  values: unknown[];
  shape: number[];
}

const MAX_ROWS = 60;
const EDGE_ROWS = 5;

function isFrame(value: object): value is FrameLike {
  const { columns, index, values, shape } = value as Partial<FrameLike>;
  return [columns, index, values, shape].every(Array.isArray) && "head" in value;
}

function cellText(value: unknown): string {
  if (typeof value === "number" && !Number.isInteger(value)) return String(Number(value.toPrecision(6)));
  return String(value);
}

type Row = readonly [label: unknown, ...values: unknown[]];

function htmlRow(tag: "td" | "th", [label, ...values]: Row): string {
  const cells = values.map((value) => `<${tag}>${escapeHtml(cellText(value))}</${tag}>`);
  return `<tr><th>${escapeHtml(cellText(label))}</th>${cells.join("")}</tr>`;
}

/** Rows in aligned columns, for terminals. */
function textTable(rows: readonly Row[]): string {
  const cells = rows.map((row) => row.map(cellText));
  const widths = cells[0].map((_, c) => Math.max(...cells.map((row) => row[c].length)));
  return cells.map((row) => row.map((cell, c) => cell.padStart(widths[c])).join("  ")).join("\n");
}

/** Danfo's DataFrame and Series as a table. Long ones show their first and last rows. */
export function frame(value: object): MimeBundle | undefined {
  if (!isFrame(value)) return undefined;
  const { columns, index, values } = value;
  const rows = values.map((entry, i): Row => [
    index[i],
    ...(Array.isArray(entry) ? (entry as unknown[]) : [entry]),
  ]);
  const dots: Row = ["…", ...columns.map(() => "…")];
  const shown =
    rows.length <= MAX_ROWS ? rows : [...rows.slice(0, EDGE_ROWS), dots, ...rows.slice(-EDGE_ROWS)];
  const head: Row = ["", ...columns];
  const size = `${plural(rows.length, "row")} × ${plural(columns.length, "column")}`;
  const body = shown.map((row) => htmlRow("td", row)).join("");
  return {
    "text/html": `<table><thead>${htmlRow("th", head)}</thead><tbody>${body}</tbody></table><p>${size}</p>`,
    "text/plain": `${textTable([head, ...shown])}\n\n${size}`,
  };
}
