import { UserError } from "../errors";
import { describeValue } from "./describeValue";

/** What one argument or option may be. Checks are plain records, so that options can be listed with their meaning. */
export interface Argument<T> {
  /** In words: "a whole number of at least 1". */
  readonly words: string;
  /** Returns the value, or throws `UserError`. `name` is for error texts: "knnGraph: k". */
  readonly read: (value: unknown, name: string) => T;
  /** The value where nothing is given. */
  readonly default?: T | undefined;
  /** Whether it may be left out though it has no default. */
  readonly isOptional?: boolean;
}

/** An argument that a test alone decides. */
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

/** The same, but it may be left out. */
export function optional<T>(wanted: Argument<T>): Argument<T | undefined> {
  return { ...wanted, isOptional: true };
}

/** The same, but null is allowed too. */
export function nullable<T>(wanted: Argument<T>): Argument<T | null> {
  const words = `${wanted.words} or null`;
  return {
    ...wanted,
    words,
    read: (value, name) => (value === null ? null : wanted.read(value, name)),
  };
}

/** `knnGraph: k must be a whole number of at least 1, got "10".` */
export function wrongValue(name: string, words: string, value: unknown): UserError {
  return new UserError(`${name} must be ${words}, got ${describeValue(value)}.`);
}
