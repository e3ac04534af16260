import { UserError } from "../errors";
import { isQuotedNumber } from "./advice";
import { argument, wrongValue, type Argument } from "./argument";
import { describeValue } from "./describeValue";
import { isArray, isList, isNumberArray, isTensor } from "./kinds";
import { checkReadableNow, readTensor } from "./tensors";

/** An array of values of one kind, with at least `min` of them. */
export function listOf<T>(
  of: Argument<T>,
  words = `an array, each entry ${of.words}`,
  { min = 0, ...given }: { min?: number; default?: readonly T[] } = {},
): Argument<readonly T[]> {
  return {
    words,
    ...given,
    read(value, name) {
      if (!isArray(value) || value.length < min || hasHoles(value)) throw wrongValue(name, words, value);
      for (let i = 0; i < value.length; i++) of.read(value[i], `${name}[${i}]`);
      return value as readonly T[];
    },
  };
}

/** True for arrays such as `new Array(1e9)`, which have a length but no last entry. */
export const hasHoles = (value: ArrayLike<unknown>): boolean =>
  value.length > 0 && !(value.length - 1 in value);

/** An array of texts, such as class names. */
export const texts: Argument<readonly string[]> = listOf(
  argument("a text", (value) => typeof value === "string"),
  "an array of texts",
);

/**
 * Numbers from an array, a typed array or a 1-D tensor: arrays are returned as they are. Fake lists such as
 * `{ length: 1e9 }` are rejected at once.
 */
export function readNumbers(value: unknown, name: string, words = "an array of numbers"): ArrayLike<number> {
  if (isNumberArray(value)) return value;
  if (isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      if (typeof value[i] !== "number")
        throw new UserError(
          `${name} must hold numbers, got ${describeValue(value[i])} at ${i}.${numberAdvice(value[i])}`,
        );
    }
    return value as readonly number[];
  }
  if (isTensor(value)) {
    checkReadableNow(name);
    return readTensor(value, name, 1).dataSync();
  }
  throw wrongValue(name, words, value);
}

function numberAdvice(value: unknown): string {
  if (isQuotedNumber("a number", value)) return " Convert texts with Number.";
  return typeof value === "boolean" ? " Give the positions of those that are true." : "";
}

/** Positions in something of n entries: whole numbers in [0, n − 1]. */
export function readPositions(value: unknown, n: number, name: string): ArrayLike<number> {
  const positions = readNumbers(value, name, "an array of positions");
  for (let i = 0; i < positions.length; i++) {
    if (!Number.isInteger(positions[i]) || positions[i] < 0 || positions[i] >= n)
      throw new UserError(`${name} must hold positions in [0, ${n - 1}], got ${positions[i]} at ${i}.`);
  }
  return positions;
}

/** An array or a typed array of anything. */
export const anyList: Argument<ArrayLike<unknown>> = argument("an array", isList);
