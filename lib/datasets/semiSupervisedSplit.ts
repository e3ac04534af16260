import { about, finiteNumber, readOptions, seed as seedValue, wholeNumber } from "../core/options";
import { check, plural, printsAs } from "../core";
import { splitText } from "../core/summaries";
import { random, readLabels, type Labels } from "../core/values";

export interface SplitOptions {
  /**
   * How many examples of each class keep their label; at most, where some examples have none. Default 10, as in the paper (appendix) for
   * MNIST.
   */
  labeledPerClass?: number;
  /** The share of each class that is set aside for validation. Default 0.15. */
  validation?: number;
  /** Which examples keep their label follows from it. Default 1. */
  seed?: number;
}

/** Which examples keep their label, lose it, or are set aside: positions in the given labels. */
export interface SemiSupervisedSplit {
  /** The labels that a learner may see, −1 for hidden ones. */
  labels: Int32Array;
  labeled: Int32Array;
  unlabeled: Int32Array;
  validation: Int32Array;
}

/** The paper's setting (appendix, "Implementation details"). */
export const splitDefaults = Object.freeze({ labeledPerClass: 10, validation: 0.15, seed: 1 });

export const splitSchema = {
  labeledPerClass: about(
    "how many examples of each class keep their label",
    wholeNumber({ min: 1, default: splitDefaults.labeledPerClass }),
  ),
  validation: about(
    "share of each class that is set aside for validation",
    finiteNumber({ min: 0, below: 1, default: splitDefaults.validation }),
  ),
  seed: seedValue(),
};

/**
 * Hides most labels. Of each class, a random `validation` share is set aside, `labeledPerClass` others keep their
 * label, and the rest become unlabeled (−1). Class names are numbered in alphabetical order. Where some examples have no label, these stay
 * unlabeled, and a class with fewer labels than `labeledPerClass` keeps them all.
 *
 * @example
 * const split = semiSupervisedSplit([0, 0, 0, 1, 1, 1], { labeledPerClass: 1, validation: 0, seed: 1 });
 * split.labeled.length; // → 2
 * split.unlabeled.length; // → 4
 */
export function semiSupervisedSplit(trueLabels: Labels, options: SplitOptions = {}): SemiSupervisedSplit {
  const { labeledPerClass, validation, seed } = readOptions("semiSupervisedSplit", options, splitSchema);
  const classes = readLabels(trueLabels, "semiSupervisedSplit", undefined, "trueLabels");
  check(classes.length > 0, () => "semiSupervisedSplit: trueLabels must hold at least one label, got none.");

  const members = new Map<number, number[]>();
  const without: number[] = [];
  for (let i = 0; i < classes.length; i++) {
    const label = classes[i];
    if (label < 0) {
      without.push(i);
      continue;
    }
    const sameClass = members.get(label);
    if (sameClass) sameClass.push(i);
    else members.set(label, [i]);
  }

  check(
    members.size > 0,
    () => "semiSupervisedSplit: trueLabels must hold at least one label, got unlabeled examples only.",
  );

  const generator = random(seed);
  const labels = new Int32Array(classes.length).fill(-1);
  const parts = { labeled: [] as number[][], unlabeled: [without], validation: [] as number[][] };
  for (const [label, positions] of [...members].sort(([a], [b]) => a - b)) {
    generator.shuffle(positions);
    const aside = Math.round(validation * positions.length);
    check(
      positions.length - aside >= (without.length > 0 ? 1 : labeledPerClass),
      () =>
        `semiSupervisedSplit: class ${label} has ${plural(positions.length - aside, "example")} outside validation, fewer than labeledPerClass=${labeledPerClass}. Lower labeledPerClass or validation.`,
    );
    const labeled = positions.slice(aside, aside + labeledPerClass);
    for (const i of labeled) labels[i] = label;
    parts.labeled.push(labeled);
    parts.unlabeled.push(positions.slice(aside + labeledPerClass));
    parts.validation.push(positions.slice(0, aside));
  }

  const ordered = (classes: number[][]) => Int32Array.from(classes.flat()).sort();
  const split = {
    labels,
    labeled: ordered(parts.labeled),
    unlabeled: ordered(parts.unlabeled),
    validation: ordered(parts.validation),
  };
  return printsAs(() => splitText(split), split);
}
