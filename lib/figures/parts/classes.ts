import { check } from "../../core";
import { classesOf, readLabels, type Labels } from "../../core/values";
import type { Legend, Scale } from "../render/spec";
import { classColor, meaning } from "../render/theme";

/** The names and colors of classes in a figure. */
export interface Classes {
  labels: Int32Array;
  /** The names of the classes that occur, by class number; "unlabeled" comes last. */
  names: string[];
  nameOf(label: number): string;
  /** A class has the same color in every figure of the data set, whichever classes occur. */
  colorScale: Scale;
}

const UNLABELED = "unlabeled";

/** Checks the labels (unlabeled = −1) and gives them names and colors. */
export function readClasses(
  labels: Labels,
  caller: string,
  { n, classNames }: { n?: number; classNames?: readonly string[] | undefined } = {},
): Classes {
  const known = readLabels(labels, caller, n);
  const classes = classesOf(known);
  const largest = classes.at(-1) ?? -1;
  check(
    classNames === undefined || classNames.length > largest,
    () =>
      `${caller}: classNames must have a name for each class up to ${largest}, got ${classNames?.length}. Pass data.classNames.`,
  );
  const nameOf = (label: number) => (label < 0 ? UNLABELED : (classNames?.[label] ?? String(label)));
  const count = Math.max(classNames?.length ?? 0, largest + 1);
  const unlabeled = known.includes(-1);
  const names = [...classes.map(nameOf), ...(unlabeled ? [UNLABELED] : [])];
  const range = [
    ...classes.map((label) => classColor(label, count)),
    ...(unlabeled ? [meaning.neutral] : []),
  ];
  return { labels: known, names, nameOf, colorScale: { domain: names, range } };
}

/** A legend for at most twenty classes; a longer one would not fit. */
export function classLegend({ names }: Classes): { legend: Legend | null } {
  return names.length <= 20 ? { legend: { title: null } } : { legend: null };
}
