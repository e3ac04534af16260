import type { MimeBundle } from "./bundle";
import { escapeHtml } from "../../../lib/common/escapeHtml";

/** What Danfo's DataFrame and Series have in common, as far as a table needs it. */
interface FrameLike {
  columns: unknown[];
  index: unknown[];
  values: unknown[];
  shape: number[];
}

const MOST_ROWS = 60;
const EDGE_ROWS = 5;

function isFrame(value: object): value is FrameLike {
  const { columns, index, values, shape } = value as Partial<FrameLike>;
  return [columns, index, values, shape].every(Array.isArray) && "head" in value;
}

function cellText(value: unknown): string {
  if (typeof value === "number" && !Number.isInteger(value)) return String(Number(value.toPrecision(6)));
  return String(value);
}

function row(tag: "td" | "th", label: unknown, values: readonly unknown[]): string {
  const cells = values.map((value) => `<${tag}>${escapeHtml(cellText(value))}</${tag}>`);
  return `<tr><th>${escapeHtml(cellText(label))}</th>${cells.join("")}</tr>`;
}

/** Danfo's DataFrame and Series as an HTML table; long ones by their first and last rows. */
export function frame(value: object): MimeBundle | undefined {
  if (!isFrame(value)) return undefined;
  const rows = value.values.map((entry) => (Array.isArray(entry) ? (entry as unknown[]) : [entry]));
  const body = (from: number, to: number): string[] =>
    rows.slice(from, to).map((entries, i) => row("td", value.index[from + i], entries));
  const lines =
    rows.length <= MOST_ROWS
      ? body(0, rows.length)
      : [
          ...body(0, EDGE_ROWS),
          row(
            "td",
            "…",
            value.columns.map(() => "…"),
          ),
          ...body(rows.length - EDGE_ROWS, rows.length),
        ];
  const size = `${rows.length} rows × ${value.columns.length} columns`;
  const html = `<table><thead>${row("th", "", value.columns)}</thead><tbody>${lines.join("")}</tbody></table><p>${size}</p>`;
  return { "text/html": html, "text/plain": `${value.constructor.name} (${size})` };
}
