import { types } from "node:util";
import { closest } from "./closest";

/** What to do about a wrong value where it is plain; starts with a space. Empty where it is not. */
export function adviceFor(words: string, value: unknown): string {
  if (types.isPromise(value)) return " Put await before it.";
  if (typeof value !== "string" || value.length > 40) return "";
  if (isQuotedNumber(words, value)) return ` Write ${value.trim()} without quotes.`;
  const near = closest(value, quotedIn(words));
  return near === undefined ? "" : ` Did you mean ${JSON.stringify(near)}?`;
}

/** Whether words such as "a whole number in [1, n-1]" describe one number. */
export const wantsNumber = (words: string) =>
  /^an? ((whole|finite|positive whole) )?(number|integer)\b/.test(words);

/** Whether a number is wanted and the value is one in quotes, such as "10". */
export const isQuotedNumber = (words: string, value: unknown): value is string =>
  wantsNumber(words) && typeof value === "string" && value.trim() !== "" && Number.isFinite(Number(value));

/** The choices that words name: "light" and "dark", or those of "one of a, b, c". */
function quotedIn(words: string): string[] {
  const listed = /^one of (.*)$/.exec(words)?.[1].split(", ") ?? [];
  return [...listed, ...Array.from(words.matchAll(/"([^"]+)"/g), ([, choice]) => choice)];
}
