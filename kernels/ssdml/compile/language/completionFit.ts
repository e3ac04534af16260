import ts from "typescript";

/** What an entry of TypeScript puts in the place of the text from `start` to the end of what is typed. */
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

/** How a name fits what is typed: 0 begins with it, 1 begins with it but for capitals, 2 contains it. */
function fitOf({ entry: { name, kind }, typed }: Candidate): number {
  // Hidden folders are offered only to those who ask for them.
  const isHidden = kind === ts.ScriptElementKind.directory && name.startsWith(".") && !typed.startsWith(".");
  if (name === "" || isHidden) return UNFIT;
  if (name.startsWith(typed)) return 0;
  const at = name.toLowerCase().indexOf(typed.toLowerCase());
  if (at < 0) return UNFIT;
  return at === 0 ? 1 : 2;
}

/** `?.name` and `["two words"]` change also what is in front of the name. */
const changesAccess = ({ entry }: Candidate): boolean =>
  entry.insertText !== undefined && entry.replacementSpan !== undefined;

/** Names that begin with an underscore are seldom meant. */
const isInner = ({ entry }: Candidate): boolean => entry.name.startsWith("_");

/** What TypeScript recommends has the expected type. */
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

/** The candidates that fit, the best first; those that change what is in front of the name only where no other fits. */
export function bestFirst(candidates: readonly Candidate[]): Candidate[] {
  const rated = candidates.map((candidate): Rated => ({ ...candidate, fit: fitOf(candidate) }));
  const fitting = rated.filter(({ fit }) => fit < UNFIT).sort(inOrder);
  const plain = fitting.filter((candidate) => !changesAccess(candidate));
  return plain.length > 0 ? plain : fitting;
}
