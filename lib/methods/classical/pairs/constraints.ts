import { describeValue, isArray, isList, isRecord } from "../../../core/options";
import { check } from "../../../core";
import { classesOf, readLabels, type Labels } from "../../../core/values";
import { labeledPairs, type PairLimits } from "./labeledPairs";
import { joinPairs, kind, normalizeWeights, scaleWeights, uniformPairs, type Pairs } from "./pairs";

/** Pairs of row numbers that are similar, and pairs that are dissimilar. */
export interface PairConstraints {
  similar: readonly (readonly [number, number])[];
  dissimilar: readonly (readonly [number, number])[];
}

/** The similar and dissimilar pairs of n points, given as pairs or as labels (−1 for unlabeled). `name` is for error texts. */
export function readConstraints(
  given: Labels | PairConstraints,
  n: number,
  limits: PairLimits,
  name: string,
): { similar: Pairs; dissimilar: Pairs } {
  if (isRecord(given) && "similar" in given) {
    const constraints = given as unknown as PairConstraints;
    return {
      similar: readPairs(constraints.similar, n, kind.similar, `${name}: similar`),
      dissimilar: readPairs(constraints.dissimilar, n, kind.dissimilar, `${name}: dissimilar`),
    };
  }
  const pairs = labeledPairs(readClassLabels(given as Labels, n, name), limits);
  checkSimilar(pairs.similar, name);
  return pairs;
}

/** Labels of at least two classes, −1 for unlabeled points. */
export function readClassLabels(labels: Labels, n: number, name: string): Int32Array {
  const known = readLabels(labels, name, n);
  const classes = classesOf(known);
  check(
    classes.length > 0,
    () => `${name}: labels must not all be −1 (unlabeled). Label a few examples of each class.`,
  );
  check(
    classes.length > 1,
    () =>
      `${name}: labels must name at least two classes, got only class ${classes[0]}. Label examples of another class.`,
  );
  return known;
}

/** Rejects labels without two points of the same class. */
export function checkSimilar({ count }: Pairs, name: string): void {
  check(
    count > 0,
    () =>
      `${name}: labels must give at least two points the same class, got every class once. Label two examples of a class.`,
  );
}

function readPairs(
  pairs: readonly (readonly [number, number])[],
  n: number,
  kind: number,
  name: string,
): Pairs {
  check(
    isArray(pairs) && pairs.length > 0,
    () => `${name} must hold at least one pair [i, j] of row numbers, got ${describeValue(pairs)}.`,
  );
  for (const pair of pairs) {
    check(
      isList(pair) &&
        pair.length === 2 &&
        [pair[0], pair[1]].every((row) => Number.isInteger(row) && row >= 0 && row < n) &&
        pair[0] !== pair[1],
      () => `${name} must hold pairs of different rows in [0, ${n - 1}], got ${describeValue(pair)}.`,
    );
  }
  return uniformPairs(
    Int32Array.from(pairs, ([i]) => i),
    Int32Array.from(pairs, ([, j]) => j),
    kind,
    1,
  );
}

/**
 * The labeled pairs of γ_s S − γ_d D, where S and D are the means of (x_i − x_j)(x_i − x_j)ᵀ over similar and dissimilar pairs: weights
 * γ_s/#similar and −γ_d/#dissimilar. `name` is for error texts.
 */
export function supervisedPairs(
  name: string,
  labels: Int32Array,
  {
    similarWeight,
    dissimilarWeight,
    ...limits
  }: PairLimits & { similarWeight: number; dissimilarWeight: number },
): Pairs {
  const { similar, dissimilar } = labeledPairs(labels, limits);
  checkSimilar(similar, name);
  return joinPairs(
    scaleWeights(normalizeWeights(similar), similarWeight),
    scaleWeights(normalizeWeights(dissimilar), -dissimilarWeight),
  );
}
