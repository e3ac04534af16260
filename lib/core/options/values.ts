import { argument, type Argument } from "./argument";
import { isArray, isRecord, isTensor } from "./kinds";

interface Bounds {
  min?: number;
  max?: number;
  default?: number | undefined;
}

const isNumber = (value: unknown): value is number => typeof value === "number";

/** A whole number in [min, max]. */
export function wholeNumber({ min = -Infinity, max = Infinity, ...given }: Bounds = {}): Argument<number> {
  const range =
    min === -Infinity && max === Infinity
      ? ""
      : max === Infinity
        ? ` of at least ${min}`
        : min === -Infinity
          ? ` of at most ${max}`
          : ` in [${min}, ${max}]`;
  return argument(
    `a whole number${range}`,
    (value) => isNumber(value) && Number.isSafeInteger(value) && value >= min && value <= max,
    given,
  );
}

/** A finite number in [min, max]. */
export function finiteNumber({ min = -Infinity, max = Infinity, ...given }: Bounds = {}): Argument<number> {
  const range =
    min === -Infinity && max === Infinity
      ? "a finite number"
      : max === Infinity
        ? `a number of at least ${min}`
        : `in [${min}, ${max}]`;
  return argument(
    range,
    (value) => isNumber(value) && Number.isFinite(value) && value >= min && value <= max,
    given,
  );
}

/** A finite number above 0. */
export function positive(given: { default?: number } = {}): Argument<number> {
  return argument("a number above 0", (value) => isNumber(value) && value > 0 && value < Infinity, given);
}

/** A number strictly between two others. */
export function between(low: number, high: number, given: { default?: number } = {}): Argument<number> {
  return argument(
    `within (${low}, ${high})`,
    (value) => isNumber(value) && value > low && value < high,
    given,
  );
}

/** A share: a number in [0, 1]. */
export const fraction = (given: { default?: number } = {}): Argument<number> =>
  finiteNumber({ min: 0, max: 1, ...given });

/** A number whose range is checked once the data are known; the words tell it already. */
export function checkedLater(wanted: Argument<number>): Argument<number> {
  return { ...wanted, read: anyNumber.read };
}

/** Any number, also NaN and Infinity. */
export const anyNumber: Argument<number> = argument("a number", isNumber);

/** What random numbers start from. */
export const seed = (words = "a whole number"): Argument<number> =>
  argument(words, (value) => Number.isSafeInteger(value), { default: 1 });

/** One of a few values; texts are quoted: `"all" or "modes"`. */
export function oneOf<const T>(choices: readonly T[], given: { default?: T } = {}): Argument<T> {
  return argument(enumerate(choices), (value) => choices.includes(value as T), given);
}

export const flag = (given: { default?: boolean } = {}): Argument<boolean> => oneOf([true, false], given);

/** A text, which may be empty. */
export const text: Argument<string> = argument("a text", (value) => typeof value === "string");

/** The name of a file or folder. No file name holds a zero byte. */
export const path: Argument<string> = argument(
  "the name of a file or folder",
  (value) => typeof value === "string" && value !== "" && !value.includes("\0"),
);

/** A function of the caller's. Its own errors pass through. */
export function functionValue<T>(words = "a function"): Argument<T> {
  return argument(words, (value) => typeof value === "function");
}

/** An AbortSignal. */
export const abortSignal: Argument<AbortSignal> = argument(
  "an AbortSignal",
  (value) =>
    isRecord(value) && typeof value.aborted === "boolean" && typeof value.throwIfAborted === "function",
);

/** Any object; what is in it is checked elsewhere. */
export function objectValue<T extends object>(words = "an object"): Argument<T> {
  return argument(words, (value) => isRecord(value) || isArray(value) || isTensor(value));
}

/** Anything: its reader comes later. */
export function anything<T = unknown>(words = "anything"): Argument<T> {
  return argument(words, () => true);
}

/** `"a", "b" or "c"` */
function enumerate(choices: readonly unknown[]): string {
  const words = choices.map((choice) =>
    typeof choice === "string" ? JSON.stringify(choice) : String(choice),
  );
  if (words.length > 4) return `one of ${choices.map(String).join(", ")}`;
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}
