import { UserError } from "../errors";
import { about, argument, type Argument } from "./argument";
import { describeValue } from "./describeValue";
import { isArray, isRecord, isTensor } from "./kinds";

interface Bounds {
  /** The least value. A text such as "1/n" is a bound that depends on the data: the caller checks it once they are known. */
  min?: number | string;
  /** The greatest value, or a text such as "n-1". */
  max?: number | string;
  default?: number | undefined;
}

const isNumber = (value: unknown): value is number => typeof value === "number";

/** A whole number in [min, max]. */
export function wholeNumber({ min, max, ...given }: Bounds = {}): Argument<number> {
  const holds = (value: number) => Number.isSafeInteger(value) && isWithin(value, min, max);
  return argument(`a whole number${rangeWords(min, max)}`, (value) => isNumber(value) && holds(value), given);
}

/** A finite number in [min, max], or in [min, below). */
export function finiteNumber({
  min,
  max,
  below,
  ...given
}: Bounds & { below?: number } = {}): Argument<number> {
  const range = below === undefined ? rangeWords(min, max) : ` in [${min ?? "−∞"}, ${below})`;
  const holds = (value: number) =>
    Number.isFinite(value) && isWithin(value, min, max) && (below === undefined || value < below);
  return argument(
    range === "" ? "a finite number" : `a number${range}`,
    (value) => isNumber(value) && holds(value),
    given,
  );
}

function rangeWords(min: number | string | undefined, max: number | string | undefined): string {
  if (min === undefined) return max === undefined ? "" : ` of at most ${max}`;
  return max === undefined ? ` of at least ${min}` : ` in [${min}, ${max}]`;
}

const isWithin = (value: number, min: number | string = "", max: number | string = "") =>
  (!isNumber(min) || value >= min) && (!isNumber(max) || value <= max);

/** A finite number above 0. */
export function positive(given: { default?: number } = {}): Argument<number> {
  return argument("a number above 0", (value) => isNumber(value) && value > 0 && value < Infinity, given);
}

/** A number strictly between two others. */
export function between(low: number, high: number, given: { default?: number } = {}): Argument<number> {
  return argument(
    `a number in (${low}, ${high})`,
    (value) => isNumber(value) && value > low && value < high,
    given,
  );
}

/** A share: a number in [0, 1]. */
export const fraction = (given: { default?: number } = {}): Argument<number> =>
  finiteNumber({ min: 0, max: 1, ...given });

/** Any number, including NaN and Infinity. */
export const anyNumber: Argument<number> = argument("a number", isNumber);

/** The seed of random numbers. */
export const seed = (words = "a whole number"): Argument<number> =>
  about(
    "seed of the random numbers; the same seed gives the same result",
    argument(words, (value) => Number.isSafeInteger(value), { default: 1 }),
  );

/** One of a few values; texts are quoted: `"all" or "modes"`. */
export function oneOf<const T>(choices: readonly T[], given: { default?: T } = {}): Argument<T> {
  return argument(enumerate(choices), (value) => choices.includes(value as T), given);
}

export const flag = (given: { default?: boolean } = {}): Argument<boolean> => oneOf([true, false], given);

/** A text, which may be empty. */
export const text: Argument<string> = argument("a text", (value) => typeof value === "string");

/** The name of a file or folder. File names cannot contain a zero byte. */
export const path: Argument<string> = argument(
  "the name of a file or folder",
  (value) => typeof value === "string" && value !== "" && !value.includes("\0"),
);

/** The name of the file that a model is written to or read from. `caller` is for error texts: "AGML.load". */
export function readPath(caller: string, file: unknown): string {
  try {
    return path.read(file, caller);
  } catch {
    throw new UserError(`${caller}: path must name a file, got ${describeValue(file)}.`);
  }
}

/** A function that the caller provides. Errors that it throws pass through. */
export function functionValue<T>(words = "a function"): Argument<T> {
  return argument(words, (value) => typeof value === "function");
}

/** An AbortSignal. */
export const abortSignal: Argument<AbortSignal> = about(
  "stops the work early",
  argument(
    "an AbortSignal",
    (value) =>
      isRecord(value) && typeof value.aborted === "boolean" && typeof value.throwIfAborted === "function",
  ),
);

/** Any object. Its content is checked elsewhere. */
export function objectValue<T extends object>(words = "an object"): Argument<T> {
  return argument(words, (value) => isRecord(value) || isArray(value) || isTensor(value));
}

/** Any value. It is checked elsewhere. */
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
