import { readdirSync } from "node:fs";
import path from "node:path";
import type ts from "typescript";
import { nameAround, stringAround, type Part, type StringPart } from "./aroundCursor";
import { completionType } from "./completionType";
import { bestFirst, type Candidate } from "./rankCompletions";

export interface Completion {
  text: string;
  /** Its type for JupyterLab: function, class, keyword, … */
  type: string;
}

/** The possible texts between `start` and `end`, best first. */
export interface Completions extends Part {
  items: Completion[];
}

/** The text with the string around the cursor closed at the cursor; the rest of the string is ignored. */
function closedAt(cursor: number, source: string, { end, quote }: StringPart): string {
  return source.slice(0, cursor) + quote + source.slice(source[end] === quote ? end + 1 : end);
}

/** The rest of a value or of a path segment. What follows may be code after a string that is not yet closed. */
const VALUE = /^[^/;,=()[\]{}]*/;

/** The end of the typed text: the end of the name or, in a string, of the value or path segment. */
function endOfTyped(cursor: number, source: string, string: StringPart | undefined): number {
  if (!string) return nameAround(source, cursor).end;
  return cursor + VALUE.exec(source.slice(cursor, string.end))![0].length;
}

/** Extends the candidates to a common start. */
function withOneStart(candidates: readonly Candidate[], start: number, source: string): Completion[] {
  const types = new Map<string, string>();
  for (const candidate of candidates) {
    const text = source.slice(start, candidate.start) + candidate.text;
    if (!types.has(text)) types.set(text, completionType(candidate.entry.kind));
  }
  return [...types].map(([text, type]) => ({ text, type }));
}

/**
 * TypeScript's proposals at a cursor that match the typed text. In a string for which TypeScript has no proposals, the names of files.
 * @param offset - The position of the source in the text that TypeScript's spans refer to.
 */
export function completionsAt(
  cursor: number,
  source: string,
  offset: number,
  propose: (text: string) => ts.CompletionInfo | undefined,
): Completions {
  const string = stringAround(source, cursor);
  // At the very end of a text TypeScript would consider only the code around the cell.
  const info = propose(`${string ? closedAt(cursor, source, string) : source}\n`);
  const end = endOfTyped(cursor, source, string);
  if (string && !info) {
    const { typed, names } = fileNames(source.slice(string.start, cursor));
    return { start: cursor - typed.length, end, items: names.map((text) => ({ text, type: "path" })) };
  }
  const name = nameAround(source, cursor);
  const usual = string && info?.optionalReplacementSpan ? string : name;
  const candidates = (info?.entries ?? []).map((entry): Candidate => {
    const { replacementSpan, insertText } = entry;
    const start = replacementSpan ? replacementSpan.start - offset : usual.start;
    const typed = source.slice(insertText === undefined ? start : name.start, cursor);
    return { entry, start, text: insertText ?? entry.name, typed };
  });
  const best = bestFirst(candidates);
  const start = Math.min(cursor, ...best.map((candidate) => candidate.start));
  return { start, end, items: withOneStart(best, start, source) };
}

/** The names in a folder; none if it cannot be read. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function matches(name: string, typed: string): boolean {
  const isHidden = name.startsWith(".") && !typed.startsWith(".");
  return !isHidden && name.toLowerCase().startsWith(typed.toLowerCase());
}

interface FileNames {
  /** The typed part of the last name. */
  typed: string;
  names: string[];
}

/** The files and folders that may continue a path in a string. A text without a slash is not a path. */
function fileNames(text: string): FileNames {
  const slash = text.lastIndexOf("/");
  if (slash < 0) return { typed: "", names: [] };
  const typed = text.slice(slash + 1);
  const names = namesIn(path.resolve(text.slice(0, slash + 1))).filter((name) => matches(name, typed));
  return { typed, names: names.sort() };
}
