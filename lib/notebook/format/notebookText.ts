import { writeAtomically } from "../../common/files/writeAtomically";
import { isJsonType, type Cell, type MimeBundle, type Notebook, type Output } from "./nbformat";

/** Writes a notebook as a valid nbformat 4.5 file, whole or not at all. */
export async function writeNotebook(file: string, notebook: Notebook): Promise<void> {
  await writeAtomically(file, [notebookText(notebook)]);
}

/** The text of a notebook file as Jupyter itself writes it: one space of indent, keys in order, texts as lists of lines. */
export function notebookText({ metadata, cells }: Notebook): string {
  const raw = { cells: cells.map(rawCell), metadata, nbformat: 4, nbformat_minor: 5 };
  return `${JSON.stringify(raw, sortKeys, 1)}\n`;
}

function rawCell(cell: Cell): object {
  const common = {
    cell_type: cell.cell_type,
    id: cell.id,
    metadata: cell.metadata,
    source: lines(cell.source),
  };
  if (cell.cell_type === "code") {
    return { ...common, execution_count: cell.execution_count, outputs: cell.outputs.map(rawOutput) };
  }
  return { ...common, ...(cell.attachments && { attachments: cell.attachments }) };
}

function rawOutput(output: Output): object {
  if (output.output_type === "stream") return { ...output, text: lines(output.text) };
  return "data" in output ? { ...output, data: rawBundle(output.data) } : output;
}

function rawBundle(bundle: MimeBundle): MimeBundle {
  return Object.fromEntries(Object.entries(bundle).map(([type, value]) => [type, rawValue(type, value)]));
}

function rawValue(type: string, value: unknown): unknown {
  if (isJsonType(type)) return value;
  // A kernel that sends an object under a text type would make the whole file invalid.
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return type.startsWith("text/") || type === "image/svg+xml" ? lines(text) : text;
}

function lines(text: string): string[] {
  return text === "" ? [] : text.split(/(?<=\n)/);
}

function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
