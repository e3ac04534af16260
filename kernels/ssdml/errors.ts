import { inspect } from "node:util";
import ts from "typescript";
import { Interrupted } from "./cell";
import { CELL_FILE, CELL_PREFIX } from "./compile";
import type { Position } from "./source-maps";
import { asInCell, mapStack, type Sources } from "./stacks";

/** The content of the protocol's `error` message. */
export interface ErrorContent extends Record<string, unknown> {
  ename: string;
  evalue: string;
  traceback: string[];
}

const red = (text: string): string => `\u001b[31m${text}\u001b[39m`;
const dim = (text: string): string => `\u001b[2m${text}\u001b[22m`;
const bold = (text: string): string => `\u001b[1m${text}\u001b[22m`;

const AROUND = 2;

/** The lines around a position, with the line marked and a caret under the column. */
export function codeFrame(source: string, { line, column }: Position, length = 1): string {
  const lines = source.split("\n");
  const first = Math.max(1, line - AROUND);
  const last = Math.min(lines.length, line + AROUND);
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
    out.push(dim(`  ${" ".repeat(width)} | `) + " ".repeat(column - 1) + red(carets));
  }
  return out.join("\n");
}

/** One block per type error: where, what in full, related places, the code. */
function describeDiagnostic(diagnostic: ts.Diagnostic, label: string): string {
  const message = ts.flattenDiagnosticMessageText(diagnostic.messageText, "\n");
  const head = `${red(`TS${diagnostic.code}`)} ${bold(message)}`;
  if (!diagnostic.file || diagnostic.start === undefined) return head;
  const place = placeOf(diagnostic.file, diagnostic.start, label);
  const related = (diagnostic.relatedInformation ?? []).map((info) => {
    const text = ts.flattenDiagnosticMessageText(info.messageText, "\n");
    const where = info.file ? placeOf(info.file, info.start ?? 0, label).text : "";
    return dim(`  ${where} ${text}`);
  });
  return [
    `${place.text} ${head}`,
    codeFrame(place.source, place.position, diagnostic.length),
    ...related,
  ].join("\n");
}

function placeOf(
  file: ts.SourceFile,
  start: number,
  label: string,
): { text: string; source: string; position: Position } {
  const isCell = file.fileName.endsWith(`/${CELL_FILE}`);
  const { line, character } = file.getLineAndCharacterOfPosition(start);
  const position = { line: isCell ? line : line + 1, column: character + 1 };
  const isEarlier = file.fileName.endsWith("__prev__.d.ts");
  const name = isCell ? label : isEarlier ? "earlier cell" : file.fileName;
  return {
    text: `${name}:${position.line}:${position.column}`,
    source: isCell ? withoutExports(file.text.slice(CELL_PREFIX.length)) : file.text,
    position,
  };
}

/** tslab appends one line `export {…}` to the cell. */
function withoutExports(text: string): string {
  return text.replace(/\nexport \{[^}]*\}$/, "");
}

export function describeDiagnostics(diagnostics: readonly ts.Diagnostic[], cellNumber: number): ErrorContent {
  const label = `cell[${cellNumber}]`;
  const shown = diagnostics.filter((diagnostic) => diagnostic.file);
  return {
    ename: "TypeScriptError",
    evalue: shown.map((d) => ts.flattenDiagnosticMessageText(d.messageText, "\n")).join("\n"),
    traceback: shown.flatMap((diagnostic) => describeDiagnostic(diagnostic, label).split("\n")),
  };
}

/** An exception as a notebook shows it: name and message, the cell's code, the mapped stack, the causes. */
export function describeError(error: unknown, sources: Sources): ErrorContent {
  try {
    return describe(error, sources, new Set());
  } catch {
    const text = "what was thrown cannot be shown: reading it fails";
    return { ename: "Error", evalue: text, traceback: [red(`Uncaught: ${text}`)] };
  }
}

function describe(error: unknown, sources: Sources, shown: Set<unknown>): ErrorContent {
  shown.add(error);
  if (error instanceof Interrupted) {
    return { ename: error.name, evalue: error.message, traceback: [red(`${error.name}: ${error.message}`)] };
  }
  if (!(error instanceof Error)) {
    const text = typeof error === "string" ? error : inspect(error, { depth: 3 });
    return { ename: "Error", evalue: text, traceback: [red(`Uncaught: ${text}`)] };
  }
  // A program may set these to anything.
  const [name, message, stack] = [error.name, error.message, error.stack ?? ""].map((part: unknown) =>
    asInCell(String(part)),
  );
  const { frames, top } = mapStack(stack, sources);
  const source = top ? sources.cellText(top.cell) : undefined;
  const traceback = [`${red(bold(name))}: ${message}`];
  if (top && source !== undefined) traceback.push(...codeFrame(source, top.position).split("\n"));
  traceback.push(...frames.map(dim));
  if (error.cause !== undefined && !shown.has(error.cause)) {
    traceback.push("Caused by:", ...describe(error.cause, sources, shown).traceback);
  }
  return { ename: name, evalue: message, traceback };
}
