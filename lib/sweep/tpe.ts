import type { Random } from "../core/values";
import { parzen } from "./parzen";
import {
  coordinateOf,
  drawParameters,
  isRange,
  searchedInterval,
  valueAt,
  type Choice,
  type Dimension,
  type Parameters,
  type Range,
  type Space,
  type Value,
} from "./space";

/** What a trial came to. Higher is better; −Infinity for one that failed. */
export interface Observation {
  parameters: Parameters;
  value: number;
}

/** The number of random trials before the first that TPE chooses. */
export const randomFirst = 10;
/** The share γ of the trials that count as good, and their greatest number. */
const good = { share: 0.1, most: 25 };
const candidates = 24;

/**
 * The next parameters by the tree-structured Parzen estimator (Bergstra et al. 2011): the best tenth of the trials, at most
 * 25, gives a density l of good values, the others give a density g. Of 24 values drawn from l, the one with the largest l / g is taken, for each dimension by itself.
 */
export function suggestTpe(space: Space, observations: readonly Observation[], draw: Random): Parameters {
  if (observations.length < randomFirst) return drawParameters(space, draw);
  const groups = splitObservations(observations);
  return Object.fromEntries(
    space.map((dimension) => {
      const ratio = densityRatio(dimension, groups);
      const drawn = Array.from({ length: candidates }, () => ratio.sample(draw));
      const scores = drawn.map((value) => ratio.at(value));
      return [dimension.name, drawn[scores.indexOf(Math.max(...scores))]];
    }),
  );
}

interface Groups {
  good: readonly Observation[];
  others: readonly Observation[];
}

/** The best of the observations, and the others. Of equal values the earlier is the better. */
export function splitObservations(observations: readonly Observation[]): Groups {
  const sorted = [...observations].sort((a, b) => (a.value === b.value ? 0 : b.value - a.value));
  const count = Math.min(good.most, Math.ceil(good.share * observations.length));
  return { good: sorted.slice(0, count), others: sorted.slice(count) };
}

interface Ratio {
  /** A value drawn from l. */
  sample(draw: Random): Value;
  /** l / g at a value. */
  at(value: Value): number;
}

/** l / g of one dimension. */
export function densityRatio(dimension: Dimension, groups: Groups): Ratio {
  const valuesOf = (group: readonly Observation[]) =>
    group.map(({ parameters }) => parameters[dimension.name]);
  const [l, g] = [valuesOf(groups.good), valuesOf(groups.others)];
  return isRange(dimension)
    ? rangeRatio(dimension, l as number[], g as number[])
    : choiceRatio(dimension, l, g);
}

function rangeRatio(range: Range, good: readonly number[], others: readonly number[]): Ratio {
  const interval = searchedInterval(range);
  const estimate = (values: readonly number[]) =>
    parzen(
      values.map((value) => coordinateOf(range, value)),
      interval,
    );
  const [l, g] = [estimate(good), estimate(others)];
  const { step } = range;
  return {
    sample: (draw) => valueAt(range, l.sample(draw)),
    at(value) {
      const x = Number(value);
      if (step === undefined) {
        const at = coordinateOf(range, x);
        return l.density(at) / g.density(at);
      }
      const ends = [coordinateOf(range, x - step / 2), coordinateOf(range, x + step / 2)] as const;
      return l.mass(...ends) / g.mass(...ends);
    },
  };
}

/** The probability of a choice is (times it was taken + 1) / (trials + choices). */
function choiceRatio({ choices }: Choice, good: readonly Value[], others: readonly Value[]): Ratio {
  const share = (values: readonly Value[], choice: Value) =>
    (values.filter((value) => value === choice).length + 1) / (values.length + choices.length);
  return {
    sample(draw) {
      let rest = draw.uniform();
      return choices.find((choice) => (rest -= share(good, choice)) < 0) ?? choices.at(-1)!;
    },
    at: (choice) => share(good, choice) / share(others, choice),
  };
}
