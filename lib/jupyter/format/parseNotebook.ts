import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { check, deepestNesting, isNestedDeeper, UserError } from "../../core";
import { isJsonObject as isFields, parseAnyJson, unreadable } from "../../io/files";
import {
  isJsonType,
  type Cell,
  type MimeBundle,
  type Notebook,
  type NotebookLanguage,
  type Output,
} from "./nbformat";

type Fields = Record<string, unknown>;

/** Reads a notebook file; see `parseNotebook`. */
export async function readNotebook(file: string): Promise<Notebook> {
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    throw new UserError(
      (error as NodeJS.ErrnoException).code === "ENOENT"
        ? `there is no notebook ${file}. Check the name and the folder.`
        : unreadable(file, error).message,
    );
  });
  return parseNotebook(text, file);
}

/**
 * Reads the text of a notebook (nbformat 4.0 to 4.5) in TypeScript or JavaScript. Cells without an id, which came with 4.5, get
 * one. Throws `UserError` for anything else; the message names the file, the cell and what is wrong.
 */
export function parseNotebook(text: string, file = "notebook"): Notebook {
  const raw = parseAnyJson(text, `${file} is not a notebook, or it is damaged: its text`);
  check(
    !isNestedDeeper(raw, deepestNesting),
    () =>
      `${locationOfNesting(raw, file)} is nested more than ${deepestNesting} levels deep. Clear its outputs, or restore it from a copy.`,
  );
  check(
    isFields(raw) && "nbformat" in raw,
    () => `${file} is not a notebook: it has no "nbformat". Notebooks end in .ipynb.`,
  );
  check(
    typeof raw.nbformat === "number",
    () =>
      `${file} is damaged: its "nbformat" must be the number 4, got ${JSON.stringify(raw.nbformat)}. Restore it from a copy.`,
  );
  check(
    raw.nbformat === 4,
    () =>
      `${file} is in notebook format ${String(raw.nbformat)}; ssdml reads format 4. Open it in JupyterLab and save it again.`,
  );
  const { cells, metadata = {} } = raw;
  check(Array.isArray(cells), () => `${file} is damaged: it has no list of cells. Restore it from a copy.`);
  check(
    isFields(metadata),
    () => `${file} is damaged: its metadata is not an object. Restore it from a copy.`,
  );
  const notebook: Notebook = {
    metadata,
    cells: cells.map((cell, i) => readCell(cell, `${file}, cell ${i + 1}`)),
  };
  completeIds(notebook.cells);
  notebookLanguage(notebook, file);
  return notebook;
}

/** The language of a notebook, by default TypeScript. Throws `UserError` for other languages than TypeScript and JavaScript. */
export function notebookLanguage({ metadata }: Notebook, file = "notebook"): NotebookLanguage {
  const said: unknown = metadata.kernelspec?.language ?? metadata.language_info?.name ?? "typescript";
  const language = typeof said === "string" ? said.toLowerCase() : said;
  check(
    language === "typescript" || language === "javascript",
    () =>
      `${file} is written in ${typeof said === "string" ? said : JSON.stringify(said)}; ssdml runs TypeScript and JavaScript notebooks. Run it with its own kernel: jupyter nbconvert --execute.`,
  );
  return language;
}

/** Names the cell that is nested too deeply, if it is in a cell. */
function locationOfNesting(raw: unknown, file: string): string {
  const cells = isFields(raw) && Array.isArray(raw.cells) ? raw.cells : [];
  const index = cells.findIndex((cell) => isNestedDeeper(cell, deepestNesting - 2));
  return index < 0 ? file : `${file}, cell ${index + 1}`;
}

function readCell(raw: unknown, place: string): Cell {
  check(isFields(raw), () => `${place} is damaged: it is not an object. Restore the notebook from a copy.`);
  const { cell_type: kind, id, metadata = {}, attachments } = raw;
  check(
    kind === "code" || kind === "markdown" || kind === "raw",
    () => `${place} is damaged: cell_type must be code, markdown or raw, got ${JSON.stringify(kind)}.`,
  );
  check(isFields(metadata), () => `${place} is damaged: its metadata is not an object.`);
  const source = joinLines(raw.source);
  check(
    source !== undefined,
    () =>
      `${place} is damaged: its source must be a text or a list of lines, got ${JSON.stringify(raw.source)}.`,
  );
  const common = { id: typeof id === "string" ? id : "", metadata, source };
  if (kind !== "code") {
    return {
      cell_type: kind,
      ...common,
      ...(isFields(attachments) && { attachments: readBundles(attachments) }),
    };
  }
  const { execution_count: count = null, outputs = [] } = raw;
  check(
    Array.isArray(outputs) && outputs.every(isFields),
    () => `${place} is damaged: its outputs must be a list of objects.`,
  );
  return {
    cell_type: kind,
    ...common,
    execution_count: typeof count === "number" ? count : null,
    outputs: outputs.map((output) => readOutput(output, place)),
  };
}

function readOutput(raw: Fields, place: string): Output {
  const { output_type: kind, execution_count: count } = raw;
  const metadata = isFields(raw.metadata) ? raw.metadata : {};
  const data = readBundle(isFields(raw.data) ? raw.data : {});
  switch (kind) {
    case "stream":
      return { output_type: kind, name: textOr(raw.name, "stdout"), text: joinLines(raw.text) ?? "" };
    case "display_data":
      return { output_type: kind, data, metadata };
    case "execute_result":
      return { output_type: kind, execution_count: typeof count === "number" ? count : null, data, metadata };
    case "error":
      return {
        output_type: kind,
        ename: textOr(raw.ename, "Error"),
        evalue: textOr(raw.evalue, ""),
        traceback: isTexts(raw.traceback) ? raw.traceback : [],
      };
    default:
      throw new UserError(
        `${place} is damaged: it has an output of the unknown type ${JSON.stringify(kind)}.`,
      );
  }
}

function readBundles(bundles: Fields): Record<string, MimeBundle> {
  return Object.fromEntries(
    Object.entries(bundles).map(([name, bundle]) => [name, readBundle(isFields(bundle) ? bundle : {})]),
  );
}

function readBundle(bundle: Fields): MimeBundle {
  return Object.fromEntries(
    Object.entries(bundle).map(([type, value]) => [
      type,
      isJsonType(type) ? value : (joinLines(value) ?? value),
    ]),
  );
}

/** Gives every cell a unique id, as nbformat 4.5 requires. It is derived from the text, so that it is the same in every run. */
function completeIds(cells: Cell[]): void {
  const taken = new Set<string>();
  /** Number of ids tried for a text; cells with the same text continue from there. */
  const tried = new Map<string, number>();
  for (const cell of cells) {
    let id = cell.id;
    while (!/^[\w-]{1,64}$/.test(id) || taken.has(id)) {
      const n = tried.get(cell.source) ?? 0;
      id = freshId(cell.source, n);
      tried.set(cell.source, n + 1);
    }
    cell.id = id;
    taken.add(id);
  }
}

/** An id for a cell with this text; `n` tells cells with the same text apart. */
export function freshId(source: string, n = 0): string {
  return createHash("sha256").update(`${n}:${source}`).digest("hex").slice(0, 8);
}

function joinLines(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  return isTexts(value) ? value.join("") : undefined;
}

const textOr = (value: unknown, other: string) => (typeof value === "string" ? value : other);
const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === "string");
