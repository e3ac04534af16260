import ts from "typescript";

/** An entry of TypeScript and the text that it puts between `start` and the end of the typed text. */
export interface Candidate {
  entry: ts.CompletionEntry;
  start: number;
  text: string;
  /** The part of the name that is typed. */
  typed: string;
}

interface Rated extends Candidate {
  fit: number;
}

const UNFIT = 3;

/** How a name matches the typed text: 0 it begins with it, 1 it begins with it if case is ignored, 2 it contains it, 3 no match. */
function fitOf({ entry: { name, kind }, typed }: Candidate): number {
  // Hidden folders are offered only after a typed dot.
  const isHidden = kind === ts.ScriptElementKind.directory && name.startsWith(".") && !typed.startsWith(".");
  if (name === "" || isHidden) return UNFIT;
  if (name.startsWith(typed)) return 0;
  const at = name.toLowerCase().indexOf(typed.toLowerCase());
  if (at < 0) return UNFIT;
  return at === 0 ? 1 : 2;
}

/** `?.name` and `["two words"]` also change the text before the name. */
const changesAccess = ({ entry }: Candidate): boolean =>
  entry.insertText !== undefined && entry.replacementSpan !== undefined;

/** Names that begin with an underscore are rarely wanted. */
const isInner = ({ entry }: Candidate): boolean => entry.name.startsWith("_");

/** Entries that TypeScript recommends have the expected type. */
const isRecommended = ({ entry }: Candidate): boolean => entry.isRecommended === true;

const { compare } = new Intl.Collator();

function inOrder(a: Rated, b: Rated): number {
  return (
    a.fit - b.fit ||
    Number(isRecommended(b)) - Number(isRecommended(a)) ||
    Number(isInner(a)) - Number(isInner(b)) ||
    compare(a.entry.sortText, b.entry.sortText) ||
    compare(a.text, b.text)
  );
}

/** The matching candidates, best first. Those that change the text before the name are offered only if no other matches. */
export function bestFirst(candidates: readonly Candidate[]): Candidate[] {
  const rated = candidates.map((candidate): Rated => ({ ...candidate, fit: fitOf(candidate) }));
  const fitting = rated.filter(({ fit }) => fit < UNFIT).sort(inOrder);
  const plain = fitting.filter((candidate) => !changesAccess(candidate));
  return plain.length > 0 ? plain : fitting;
}
