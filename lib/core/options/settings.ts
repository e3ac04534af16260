import {
  between,
  finiteNumber,
  oneOf,
  positive as positiveNumber,
  readOptions,
  seed,
  wholeNumber,
  describeValue,
  type Argument,
} from ".";
import { UserError } from "../errors";

/** What each option may be. */
export type Ranges<Options> = {
  readonly [Name in keyof Options]: Argument<NonNullable<Options[Name]>> | readonly unknown[];
};

export const positive = positiveNumber();
export const notNegative = finiteNumber({ min: 0 });
export const seeds: Argument<number> = seed("a whole number such as 1");
export const atLeast = (least: number): Argument<number> => wholeNumber({ min: least });
export { between };

/** Fills in the defaults and rejects invalid values. `name` is for error texts. */
export function readSettings<Settings extends object>(
  name: string,
  defaults: Readonly<Settings>,
  ranges: Ranges<Settings>,
  options: { readonly [Name in keyof Settings]?: Settings[Name] | undefined },
): Settings {
  const schema = Object.fromEntries(
    Object.entries(defaults).map(([option, value]) => {
      const range = ranges[option as keyof Settings];
      const wanted = isArgument(range) ? range : oneOf(range);
      return [option, withDefault(wanted, value)];
    }),
  );
  return readOptions(name, options as unknown, schema) as Settings;
}

/** An option with a default that its error text names. No value is a value where it is the default: what it means is settled later. */
function withDefault(wanted: Argument<unknown>, value: unknown): Argument<unknown> {
  if (value === undefined) return { ...wanted, default: undefined, isOptional: true };
  return {
    ...wanted,
    default: value,
    read(given, name) {
      try {
        return wanted.read(given, name);
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
        throw new UserError(`${error.message} The default is ${describeValue(value)}.`);
      }
    },
  };
}

function isArgument(range: Argument<unknown> | readonly unknown[]): range is Argument<unknown> {
  return !Array.isArray(range);
}
