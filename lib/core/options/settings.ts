import { advised, type Argument } from "./argument";
import { describeValue } from "./describeValue";
import { readOptions, type Schema } from "./options";
import { finiteNumber, oneOf, seed, wholeNumber } from "./values";

/** The valid values of each option: an argument, or a list of choices. */
export type Ranges<Options> = {
  readonly [Name in keyof Options]: Argument<NonNullable<Options[Name]>> | readonly unknown[];
};

export const notNegative = finiteNumber({ min: 0 });
export const seeds: Argument<number> = seed("a whole number such as 1");
export const atLeast = (least: number): Argument<number> => wholeNumber({ min: least });

/** Fills in the defaults and rejects invalid values. `name` is for error texts. */
export function readSettings<Settings extends object>(
  name: string,
  defaults: Readonly<Settings>,
  ranges: Ranges<Settings>,
  options: { readonly [Name in keyof Settings]?: Settings[Name] | undefined },
): Settings {
  return readOptions(name, options as unknown, settingsSchema(defaults, ranges)) as Settings;
}

/**
 * The schema of a method whose defaults stand in a record of their own. Error texts name the default. A setting whose default is
 * undefined may be left out; the method chooses its value later.
 */
export function settingsSchema<Settings extends object>(
  defaults: Readonly<Settings>,
  ranges: Ranges<Settings>,
): Schema {
  const entries = Object.entries(defaults).map(([option, value]): [string, Argument<unknown>] => {
    const range = ranges[option as keyof Settings];
    const wanted: Argument<unknown> = isArgument(range) ? range : oneOf(range);
    return [
      option,
      value === undefined
        ? { ...wanted, default: undefined, isOptional: true }
        : { ...advised(`The default is ${describeValue(value)}.`, wanted), default: value },
    ];
  });
  return Object.fromEntries(entries);
}

function isArgument(range: Argument<unknown> | readonly unknown[]): range is Argument<unknown> {
  return !Array.isArray(range);
}
