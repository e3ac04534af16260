import { writeAtomically } from "../../io/files";
import { inLargerParts, jsonParts } from "./jsonParts";
import { isJsonType, type Cell, type MimeBundle, type Notebook, type Output } from "./nbformat";

/** Writes a notebook as a valid nbformat 4.5 file, completely or not at all. */
export async function writeNotebook(file: string, notebook: Notebook): Promise<void> {
  await writeAtomically(file, inLargerParts(notebookParts(notebook)));
}

/** The text of a notebook file as Jupyter writes it: one space of indent, sorted keys, texts as lists of lines. */
export function notebookText(notebook: Notebook): string {
  return [...notebookParts(notebook)].join("");
}

/** The same in parts, each with at most one output. */
function* notebookParts({ metadata, cells }: Notebook): Generator<string> {
  yield `{\n "cells": [`;
  for (const [i, cell] of cells.entries()) {
    yield `${i > 0 ? "," : ""}\n  `;
    yield* jsonParts(rawCell(cell), 2, "  ");
  }
  yield `${cells.length > 0 ? "\n " : ""}],\n "metadata": `;
  yield* jsonParts(metadata, 0, " ");
  yield `,\n "nbformat": 4,\n "nbformat_minor": 5\n}\n`;
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
