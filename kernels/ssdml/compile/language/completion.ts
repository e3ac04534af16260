import type ts from "typescript";
import { nameAround, stringAround, type Part, type StringPart } from "./aroundCursor";
import { bestFirst, type Candidate } from "./completionFit";
import { completionType } from "./completionType";
import { fileNames } from "./fileCompletion";

export interface Completion {
  text: string;
  /** What it is: a function, a class, a keyword, … */
  type: string;
}

/** What may stand between `start` and `end`, the best first. */
export interface Completions extends Part {
  items: Completion[];
}

/** The text as if the string around the cursor ended there: what follows does not yet count. */
function closedAt(cursor: number, source: string, { end, quote }: StringPart): string {
  return source.slice(0, cursor) + quote + source.slice(source[end] === quote ? end + 1 : end);
}

/** What belongs to a value or to a part of a path; the rest may be code behind a string that is not yet closed. */
const VALUE = /^[^/;,=()[\]{}]*/;

/** Where what is typed ends: with the name or, in a string, with the value or the part of a path. */
function endOfTyped(cursor: number, source: string, string: StringPart | undefined): number {
  if (!string) return nameAround(source, cursor).end;
  return cursor + VALUE.exec(source.slice(cursor, string.end))![0].length;
}

/** Texts that replace all from where the first of them begins. */
function withOneStart(candidates: readonly Candidate[], start: number, source: string): Completion[] {
  const types = new Map<string, string>();
  for (const candidate of candidates) {
    const text = source.slice(start, candidate.start) + candidate.text;
    if (!types.has(text)) types.set(text, completionType(candidate.entry.kind));
  }
  return [...types].map(([text, type]) => ({ text, type }));
}

/**
 * What TypeScript proposes at a cursor, as far as it fits what is typed, and the names of files in a string to which it has
 * nothing to say.
 * @param offset - Where the source begins for the spans of TypeScript's entries.
 */
export function completionsAt(
  cursor: number,
  source: string,
  offset: number,
  propose: (text: string) => ts.CompletionInfo | undefined,
): Completions {
  const string = stringAround(source, cursor);
  // At the very end of a text TypeScript would look only into what is around the cell.
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
