import { check } from "../core";
import { describeValue, isArray, isRecord, unknownOption } from "../core/options";
import type { Random } from "../core/values";

/** A value of an option. */
export type Value = number | string | boolean;

/** The value of each option, by name. */
export type Parameters = Readonly<Record<string, Value>>;

/** A range of numbers, on a logarithmic scale or in steps where the space says so. */
export interface Range {
  name: string;
  min: number;
  max: number;
  log: boolean;
  step: number | undefined;
}

/** A few values, in no order. */
export interface Choice {
  name: string;
  choices: readonly Value[];
}

export type Dimension = Range | Choice;
export type Space = readonly Dimension[];

export const isRange = (dimension: Dimension): dimension is Range => "min" in dimension;

const form = "{ min, max }, { min, max, log: true }, { min, max, step: 1 } or a list such as [0.9, 0.99]";

/** Reads a space such as { learningRate: { min: 1e-4, max: 1e-1, log: true }, k: { min: 5, max: 20, step: 1 }, gamma: [0.9, 0.99] }. */
export function readSpace(value: unknown, caller: string): Space {
  check(
    isRecord(value) && Object.keys(value).length > 0,
    () =>
      `${caller} must be an object with at least one option, such as { k: { min: 5, max: 20, step: 1 } }, got ${describeValue(value)}.`,
  );
  return Object.entries(value as object).map(([name, wanted]) =>
    readDimension(name, wanted, `${caller}: ${name}`),
  );
}

function readDimension(name: string, wanted: unknown, place: string): Dimension {
  if (isArray(wanted)) {
    const isValue = (value: unknown) =>
      ["string", "boolean"].includes(typeof value) || Number.isFinite(value);
    check(
      wanted.length > 0 && wanted.every(isValue) && new Set(wanted).size === wanted.length,
      () => `${place} must list different numbers, texts or true and false, got ${describeValue(wanted)}.`,
    );
    return { name, choices: wanted as readonly Value[] };
  }
  check(isRecord(wanted), () => `${place} must be ${form}, got ${describeValue(wanted)}.`);
  const range = wanted as Record<string, unknown>;
  for (const key of Object.keys(range))
    if (!["min", "max", "log", "step"].includes(key))
      throw unknownOption(place, key, ["min", "max", "log", "step"]);
  const { min, max, log = false, step } = range as { min: number; max: number; log?: boolean; step?: number };
  check(
    Number.isFinite(min) && Number.isFinite(max) && min < max,
    () =>
      `${place} must have numbers min < max, got min ${describeValue(min)} and max ${describeValue(max)}.`,
  );
  check(typeof log === "boolean", () => `${place}: log must be true or false, got ${describeValue(log)}.`);
  check(
    step === undefined || (Number.isFinite(step) && step > 0 && step <= max - min),
    () => `${place}: step must be a number above 0 and at most max − min, got ${describeValue(step)}.`,
  );
  check(
    !log || min - (step ?? 0) / 2 > 0,
    () => `${place}: a logarithmic range needs min above ${step === undefined ? 0 : "step / 2"}, got ${min}.`,
  );
  // The last step may end before max.
  const top = step === undefined ? max : min + Math.floor((max - min) / step + 1e-9) * step;
  return { name, min, max: top, log, step };
}

/**
 * The interval in which a range is searched: of logarithms, if it is logarithmic. With steps it is half a step longer at both ends, so that
 * every step has the same share.
 */
export function searchedInterval({ min, max, log, step = 0 }: Range): [low: number, high: number] {
  const of = (value: number) => (log ? Math.log(value) : value);
  return [of(min - step / 2), of(max + step / 2)];
}

/** Where a value is in the searched interval. */
export const coordinateOf = ({ log }: Range, value: number): number => (log ? Math.log(value) : value);

/** The value at a coordinate: the nearest step within the range. */
export function valueAt({ min, max, log, step }: Range, coordinate: number): number {
  const value = log ? Math.exp(coordinate) : coordinate;
  const near = step === undefined ? value : min + Math.round((value - min) / step) * step;
  // Sums of steps such as 0.1 have rounding errors.
  return Number(Math.min(max, Math.max(min, near)).toPrecision(12));
}

/** A uniformly random value of each dimension. */
export function drawParameters(space: Space, draw: Random): Parameters {
  return Object.fromEntries(space.map((dimension) => [dimension.name, drawValue(dimension, draw)]));
}

export function drawValue(dimension: Dimension, draw: Random): Value {
  if (!isRange(dimension)) return dimension.choices[draw.integer(dimension.choices.length)];
  const [low, high] = searchedInterval(dimension);
  return valueAt(dimension, low + (high - low) * draw.uniform());
}
