import { inspect } from "node:util";
import ts from "typescript";
import { Interrupted } from "../run/cell";
import type { Position } from "../compile/typescript/sourceMaps";
import { hintFor } from "./hints";
import { isCell, isOfEarlierCells } from "../compile/typescript/internals";
import { host } from "../realm/realm";
import { asInCell, foldPackages, isError, mapStack, type Sources } from "./stacks";

/** The content of the protocol's `error` message. */
export interface ErrorContent extends Record<string, unknown> {
  ename: string;
  evalue: string;
  traceback: string[];
}

const red = (text: string): string => `\u001b[31m${text}\u001b[39m`;
const dim = (text: string): string => `\u001b[2m${text}\u001b[22m`;
const bold = (text: string): string => `\u001b[1m${text}\u001b[22m`;

const CONTEXT_LINES = 2;

/** The lines around a position, with a mark at the line and a caret under the column. */
export function codeFrame(source: string, { line, column }: Position, length = 1): string {
  const lines = source.split("\n");
  const first = Math.max(1, line - CONTEXT_LINES);
  const last = Math.min(lines.length, line + CONTEXT_LINES);
  const width = String(last).length;
  const out: string[] = [];
  for (let number = first; number <= last; number++) {
    const text = lines[number - 1] ?? "";
    const gutter = `${String(number).padStart(width)} | `;
    if (number !== line) {
      out.push(dim(`  ${gutter}`) + text);
      continue;
    }
    const carets = "^".repeat(Math.max(1, Math.min(length, text.length - column + 1)));
    out.push(`${red(">")} ${dim(gutter)}${text}`);
    const before = text.slice(0, column - 1).replace(/[^\t]/g, " ");
    out.push(dim(`  ${" ".repeat(width)} | `) + before + red(carets));
  }
  return out.join("\n");
}

/** A type error as one block: position, full message, code, related positions. */
function describeDiagnostic(diagnostic: ts.Diagnostic, cell: CellText): string {
  const message = ts.flattenDiagnosticMessageText(diagnostic.messageText, "\n");
  const head = `${red(`TS${diagnostic.code}`)} ${bold(message)}`;
  if (!diagnostic.file || diagnostic.start === undefined) return head;
  const place = placeOf(diagnostic.file, diagnostic.start, cell);
  const related = (diagnostic.relatedInformation ?? []).map((info) => {
    const text = ts.flattenDiagnosticMessageText(info.messageText, "\n");
    const where = info.file ? placeOf(info.file, info.start ?? 0, cell).text : "";
    return dim(`  ${where} ${text}`);
  });
  return [
    `${place.text} ${head}`,
    codeFrame(place.source, place.position, diagnostic.length),
    ...related,
  ].join("\n");
}

interface CellText {
  label: string;
  source: string;
}

function placeOf(
  file: ts.SourceFile,
  start: number,
  cell: CellText,
): { text: string; source: string; position: Position } {
  const { line, character } = file.getLineAndCharacterOfPosition(start);
  // The compiler puts a line before a cell.
  const position = { line: isCell(file) ? line : line + 1, column: character + 1 };
  const name = isCell(file) ? cell.label : isOfEarlierCells(file) ? "earlier cell" : file.fileName;
  return {
    text: `${name}:${position.line}:${position.column}`,
    source: isCell(file) ? cell.source : file.text,
    position,
  };
}

export function describeDiagnostics(
  diagnostics: readonly ts.Diagnostic[],
  cellNumber: number,
  source: string,
): ErrorContent {
  const cell = { label: `cell[${cellNumber}]`, source };
  const shown = diagnostics.filter((diagnostic) => diagnostic.file);
  const hint = hintFor(source, shown);
  return {
    ename: "TypeScriptError",
    evalue: shown.map((d) => ts.flattenDiagnosticMessageText(d.messageText, "\n")).join("\n"),
    traceback: [
      ...shown.flatMap((diagnostic) => describeDiagnostic(diagnostic, cell).split("\n")),
      ...(hint === undefined ? [] : [bold(hint)]),
    ],
  };
}

/** An exception for a notebook: name and message, the cell's code, the mapped stack, the causes. */
export function describeError(error: unknown, sources: Sources): ErrorContent {
  try {
    return describe(error, sources, new Set());
  } catch {
    const text = "the thrown value cannot be shown, because reading it fails";
    return { ename: "Error", evalue: text, traceback: [red(`Uncaught: ${text}`)] };
  }
}

function describe(error: unknown, sources: Sources, shown: Set<unknown>): ErrorContent {
  shown.add(error);
  if (error instanceof Interrupted) {
    return { ename: error.name, evalue: error.message, traceback: [red(`${error.name}: ${error.message}`)] };
  }
  if (!isError(error)) {
    const text = typeof error === "string" ? error : inspect(error, { depth: 3 });
    return { ename: "Error", evalue: text, traceback: [red(`Uncaught: ${text}`)] };
  }
  // Programs may set these properties to any value.
  const [name, message, stack] = [nameOf(error), error.message, error.stack ?? ""].map((part: unknown) =>
    asInCell(error, String(part)),
  );
  const { frames, top } = mapStack(stack, sources);
  const source = top ? sources.cellText(top.cell) : undefined;
  const traceback = [`${red(bold(name))}: ${message}`];
  if (top && source !== undefined) traceback.push(...codeFrame(source, top.position).split("\n"));
  traceback.push(...foldPackages(frames).map(dim), ...propertiesOf(error));
  if (error instanceof host.AggregateError) {
    for (const one of Array.from(error.errors).filter((part) => !shown.has(part))) {
      traceback.push("One of the errors:", ...describe(one, sources, shown).traceback);
    }
  }
  if (error.cause !== undefined && !shown.has(error.cause)) {
    traceback.push("Caused by:", ...describe(error.cause, sources, shown).traceback);
  }
  return { ename: name, evalue: message, traceback };
}

/** The name of the class for classes such as `class ParseError extends Error {}`, which set no `name`. */
function nameOf(error: Error): unknown {
  const { name, constructor } = error as { name: unknown; constructor: unknown };
  const isInherited = !Object.hasOwn(error, "name") && /^\w*Error$/.test(String(name));
  return isInherited && typeof constructor === "function" && constructor.name !== ""
    ? constructor.name
    : name;
}

const SHOWN = new Set(["stack", "message", "name", "cause", "errors"]);

/** The other properties of an error, such as `code: 'ENOENT'`. */
function propertiesOf(error: Error): string[] {
  const rest = Object.entries(error).filter(([key]) => !SHOWN.has(key));
  return rest.flatMap(([key, value]) => dim(`  ${key}: ${inspect(value, { depth: 2 })}`).split("\n"));
}
