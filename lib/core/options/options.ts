import { types } from "node:util";
import { UserError } from "../errors";
import { wantsNumber } from "./advice";
import { wrongValue, type Argument } from "./argument";
import { closest } from "./closest";
import { isRecord, isTensor } from "./kinds";

/** The options of a function, by name. */
export type Schema = Readonly<Record<string, Argument<unknown>>>;

/** The options with defaults filled in. */
export type Settings<S extends Schema> = {
  -readonly [Name in keyof S]: S[Name] extends Argument<infer T> ? T : never;
};

/** Makes a schema that lacks one of the typed options fail to compile. */
type Covering<Given, S> = keyof NonNullable<Given> extends keyof S
  ? unknown
  : { missingInSchema: Exclude<keyof NonNullable<Given>, keyof S> };

/**
 * Reads an object of options: fills in the defaults, rejects unknown names and wrong values. An option that is `undefined` counts as
 * left out. `caller` is for error texts.
 *
 * @example const { k } = readOptions("knnGraph", options, { k: wholeNumber({ min: 1, default: 10 }) });
 */
export function readOptions<const Given, S extends Schema>(
  caller: string,
  given: Given,
  schema: S & Covering<Given, S>,
): Settings<S> {
  const options = given ?? {};
  if (given === null || !isRecord(options) || isTensor(options)) throw wrongOptions(caller, given, schema);
  for (const name of Object.keys(options)) {
    if (!Object.hasOwn(schema, name)) throw unknownOption(caller, name, Object.keys(schema));
  }
  const settings: Record<string, unknown> = {};
  for (const [name, wanted] of Object.entries(schema)) {
    const value = options[name];
    if (value !== undefined) settings[name] = wanted.read(value, `${caller}: ${name}`);
    else if (wanted.default !== undefined || wanted.isOptional) settings[name] = wanted.default;
    else throw missingOption(caller, name, wanted.words);
  }
  return settings as Settings<S>;
}

/** The error about options that are no object, such as 3 in place of { k: 3 }. */
function wrongOptions(caller: string, given: unknown, schema: Schema): UserError {
  const [first, wanted] = Object.entries(schema)[0] ?? ["", undefined];
  const { message } = wrongValue(`${caller}: options`, `an object such as { ${first} }`, given);
  const isMeant =
    typeof given === "number" && wanted !== undefined && wantsNumber(wanted.words) && accepts(wanted, given);
  return new UserError(isMeant && first !== "seed" ? `${message} Write { ${first}: ${given} }.` : message);
}

/** Whether a value is in the range of an argument that is not bounded by other arguments. */
function accepts(wanted: Argument<unknown>, value: unknown): boolean {
  try {
    wanted.read(value, "");
    return true;
  } catch {
    return false;
  }
}

/** The error about an option that has no default and was not given. */
function missingOption(caller: string, name: string, words: string): UserError {
  const { message } = wrongValue(`${caller}: ${name}`, words, undefined);
  return new UserError(`${message} Pass { ${name}: … }.`);
}

/** Checks some properties of a record. It may have others. */
export function readRecord<T>(name: string, value: T, words: string, properties: Schema): T {
  if (!isRecord(value) || types.isPromise(value)) throw wrongValue(name, words, value);
  for (const [property, wanted] of Object.entries(properties)) {
    const own = value[property];
    if (own !== undefined || !wanted.isOptional) wanted.read(own, `${name}.${property}`);
  }
  return value;
}

/** A record as an argument, for lists of records and nested records. */
export function recordOf<T>(words: string, properties: Schema): Argument<T> {
  return { words, read: (value, name) => readRecord(name, value as T, words, properties) };
}

/** The error about an option that does not exist, with the nearest name that does. */
export function unknownOption(caller: string, name: string, known: readonly string[]): UserError {
  const near = closest(name, known);
  const list = known.length === 0 ? "It takes no options" : `The options are ${known.join(", ")}`;
  const short = JSON.stringify(name.length > 60 ? `${name.slice(0, 60)}…` : name);
  return new UserError(
    `${caller}: there is no option ${short}. ${list}${near === undefined ? "." : `; did you mean ${near}?`}`,
  );
}
