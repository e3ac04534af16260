import { escapeHtml } from "./escapeHtml";

/** A cell: text, or HTML as it is. */
export type TableCell = string | { html: string };

/** A table of escaped texts, with a heading for each column and the first cell of each row as its heading. */
export function htmlTable(head: readonly string[], rows: readonly (readonly TableCell[])[]): string {
  const content = (cell: TableCell) => (typeof cell === "string" ? escapeHtml(cell) : cell.html);
  const line = ([first, ...others]: readonly TableCell[], tag: "td" | "th") =>
    `<tr><th>${content(first)}</th>${others.map((cell) => `<${tag}>${content(cell)}</${tag}>`).join("")}</tr>`;
  const top = head.length > 0 ? `<thead>${line(head, "th")}</thead>` : "";
  return `<table>${top}<tbody>${rows.map((row) => line(row, "td")).join("")}</tbody></table>`;
}
