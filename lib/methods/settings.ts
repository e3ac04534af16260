import { check } from "../common/errors";

/** What a number may be: in words, and as a test. */
export interface Range {
  readonly words: string;
  readonly holds: (value: number) => boolean;
}

/** What each option may be: a range of numbers, or one of a few values. */
export type Ranges<Options> = { readonly [Name in keyof Options]: Range | readonly unknown[] };

export const positive: Range = {
  words: "a number above 0",
  holds: (value) => Number.isFinite(value) && value > 0,
};
export const notNegative: Range = {
  words: "a number of at least 0",
  holds: (value) => Number.isFinite(value) && value >= 0,
};
export const seeds: Range = { words: "a whole number such as 1", holds: Number.isSafeInteger };
export const atLeast = (least: number): Range => ({
  words: `a whole number of at least ${least}`,
  holds: (value) => Number.isInteger(value) && value >= least,
});
/** Both ends excluded. */
export const between = (low: number, high: number): Range => ({
  words: `within (${low}, ${high})`,
  holds: (value) => value > low && value < high,
});

/** Fills in the defaults and refuses what cannot be meant. `name` is for error texts. */
export function readSettings<Settings extends object>(
  name: string,
  defaults: Readonly<Settings>,
  ranges: Ranges<Settings>,
  options: { readonly [Name in keyof Settings]?: Settings[Name] | undefined },
): Settings {
  const known = Object.keys(defaults);
  const unknown = Object.keys(options).find((option) => !known.includes(option));
  check(
    unknown === undefined,
    () => `${name}: there is no option "${unknown}". The options are ${known.join(", ")}.`,
  );
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const settings = { ...defaults, ...Object.fromEntries(given) } as Settings;
  for (const option of known as (keyof Settings & string)[]) {
    const value: unknown = settings[option];
    // No value is a value where it is the default: what it means is settled later.
    if (value === undefined && defaults[option] === undefined) continue;
    const range = ranges[option];
    const [words, holds] = isRange(range)
      ? [range.words, typeof value === "number" && range.holds(value)]
      : [range.map((choice) => JSON.stringify(choice)).join(" or "), range.includes(value)];
    check(
      holds,
      () =>
        `${name}: ${option} must be ${words}, got ${show(value)}.${defaults[option] === undefined ? "" : ` The default is ${show(defaults[option])}.`}`,
    );
  }
  return settings;
}

function show(value: unknown): string {
  return typeof value === "number" ? String(value) : JSON.stringify(value);
}

function isRange(range: Range | readonly unknown[]): range is Range {
  return !Array.isArray(range);
}
