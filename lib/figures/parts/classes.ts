import { check } from "../../core/errors";
import { classesOf, readLabels, type Labels } from "../../core/values/labels";
import type { Legend, Scale } from "../render/spec";
import { classColor, meaning } from "../render/theme";

/** Classes as a figure names and colours them. */
export interface Classes {
  labels: Int32Array;
  /** The names of the classes that occur, by class number; "unlabeled" last if there are any. */
  names: string[];
  nameOf(label: number): string;
  /** The colour of a class is the same in every figure of the data set, whatever classes occur. */
  colorScale: Scale;
}

const UNLABELED = "unlabeled";

/** Checks the labels, −1 for unlabeled, and gives them names and colours. */
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

/** A legend for up to twenty classes; more would be longer than the figure. */
export function classLegend({ names }: Classes): { legend: Legend | null } {
  return names.length <= 20 ? { legend: { title: null } } : { legend: null };
}
