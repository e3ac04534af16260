import ts from "typescript";
import { nameAround, stringAround, type Part, type StringPart } from "./around-cursor";
import { completionType } from "./completion-type";

export interface Completion {
  text: string;
  /** What it is: a function, a class, a keyword, … */
  type: string;
}

/** What may stand between `start` and `end`, the best first. */
export interface Completions extends Part {
  items: Completion[];
}

interface Candidate {
  entry: ts.CompletionEntry;
  start: number;
  text: string;
  fit: number;
}

const UNFIT = 3;

/** How a text fits what is typed: 0 begins with it, 1 begins with it but for capitals, 2 contains it. */
function fitOf(text: string, typed: string): number {
  if (text.startsWith(typed)) return 0;
  const at = text.toLowerCase().indexOf(typed.toLowerCase());
  if (at < 0) return UNFIT;
  return at === 0 ? 1 : 2;
}

/** `?.name`, `["two words"]` and `(await p).name` change also what is in front of the name. */
const changesAccess = ({ entry }: Candidate): boolean =>
  entry.insertText !== undefined && entry.replacementSpan !== undefined;

/** Names that begin with an underscore are seldom meant. */
const isInner = ({ entry }: Candidate): boolean => entry.name.startsWith("_");

const { compare } = new Intl.Collator();

function byFit(a: Candidate, b: Candidate): number {
  return (
    a.fit - b.fit ||
    Number(isInner(a)) - Number(isInner(b)) ||
    compare(a.entry.sortText, b.entry.sortText) ||
    compare(a.text, b.text)
  );
}

/** Hidden folders are offered only to those who ask for them. */
function isHidden({ kind, name }: ts.CompletionEntry, typed: string): boolean {
  return kind === ts.ScriptElementKind.directory && name.startsWith(".") && !typed.startsWith(".");
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

/** The best first; those that change what is in front of the name only where no other fits. */
function fitting(candidates: readonly Candidate[]): Candidate[] {
  const all = candidates.filter(({ fit }) => fit < UNFIT).sort(byFit);
  const plain = all.filter((candidate) => !changesAccess(candidate));
  return plain.length > 0 ? plain : all;
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
 * What TypeScript proposes at a cursor, as far as it fits what is typed.
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
  const name = nameAround(source, cursor);
  const usual = string && info?.optionalReplacementSpan ? string : name;
  const candidates = (info?.entries ?? []).map((entry): Candidate => {
    const { replacementSpan, insertText } = entry;
    const start = replacementSpan ? replacementSpan.start - offset : usual.start;
    const typed = source.slice(insertText === undefined ? start : name.start, cursor);
    const fit = isHidden(entry, typed) ? UNFIT : fitOf(entry.name, typed);
    return { entry, start, text: insertText ?? entry.name, fit };
  });
  const best = fitting(candidates);
  const start = Math.min(cursor, ...best.map((candidate) => candidate.start));
  return { start, end: endOfTyped(cursor, source, string), items: withOneStart(best, start, source) };
}
