import { UserError } from "../errors";
import { adviceFor, isQuotedNumber } from "./advice";
import { describeValue } from "./describeValue";

/** One argument or option: its valid values, its default and its meaning. `describeOptions` lists a schema of them. */
export interface Argument<T> {
  /** The valid values in words, as an error text continues "k must be": "a whole number of at least 1". */
  readonly words: string;
  /** Returns the value, or throws `UserError`. `name` is for error texts: "knnGraph: k". */
  readonly read: (value: unknown, name: string) => T;
  /** The value if none is given. */
  readonly default?: T | undefined;
  /** True if it may be left out although it has no default. */
  readonly isOptional?: boolean;
  /** What it means, for `--help` and docs: "neighbors per point". */
  readonly about?: string;
}

/** An argument whose values pass a test. */
export function argument<T>(
  words: string,
  holds: (value: unknown) => boolean,
  given: { default?: T | undefined } = {},
): Argument<T> {
  return {
    words,
    read(value, name) {
      if (!holds(value)) throw wrongValue(name, words, value);
      return value as T;
    },
    ...given,
  };
}

/** Adds what the argument means: `about("neighbors per point", wholeNumber({ min: 1, default: 10 }))`. */
export function about<T>(meaning: string, wanted: Argument<T>): Argument<T> {
  return { ...wanted, about: meaning };
}

/** Adds a sentence of advice to the argument's error texts: `advised("The paper uses 0.99.", between(0, 1))`. */
export function advised<T>(advice: string, wanted: Argument<T>): Argument<T> {
  return {
    ...wanted,
    read(value, name) {
      try {
        return wanted.read(value, name);
      } catch (error) {
        throw error instanceof UserError ? new UserError(`${error.message} ${advice}`) : error;
      }
    },
  };
}

/** The same argument, which may be left out. */
export function optional<T>(wanted: Argument<T>): Argument<T | undefined> {
  return { ...wanted, isOptional: true };
}

/** The same argument, which may also be null. */
export function nullable<T>(wanted: Argument<T>): Argument<T | null> {
  const words = `${wanted.words} or null`;
  return {
    ...wanted,
    words,
    read: (value, name) => (value === null ? null : wanted.read(value, name)),
  };
}

/** `knnGraph: k must be a whole number of at least 1, got the text "10". Write 10 without quotes.` */
export function wrongValue(name: string, words: string, value: unknown): UserError {
  const got = `${isQuotedNumber(words, value) ? "the text " : ""}${describeValue(value)}`;
  return new UserError(`${name} must be ${words}, got ${got}.${adviceFor(words, value)}`);
}
