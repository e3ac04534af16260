import { check } from "../../core";
import { classesOf, readNamedLabels, type Labels, type NamedLabels } from "../../core/values";
import type { Legend, LegendEncoding, Scale } from "../render/spec";
import { classColor, meaning, petroff10 } from "../render/theme";
import { extent } from "./rows";

/** The names and colors of classes in a figure. */
export interface Classes {
  labels: Int32Array;
  /** The names of the classes that occur, by class number; "unlabeled" comes last. */
  names: string[];
  /** The numbers of these classes. */
  numbers: number[];
  nameOf: (label: number) => string;
  /** A class has the same color in every figure of the data set, whichever classes occur. */
  colorScale: Scale;
}

export const UNLABELED = "unlabeled";

/** Checks the labels (unlabeled = −1) and gives them names and colors. */
export function readClasses(
  labels: Labels,
  caller: string,
  { n, classNames }: { n?: number; classNames?: readonly string[] | undefined } = {},
): Classes {
  const { labels: known, names: ownNames = classNames } = inOrderOf(
    classNames,
    readNamedLabels(labels, caller, n),
  );
  const classes = classesOf(known);
  const largest = classes.at(-1) ?? -1;
  check(
    classNames === undefined || classNames.length > largest,
    () =>
      `${caller}: classNames must have a name for each class up to ${largest}, got ${classNames?.length}. Pass data.classNames.`,
  );
  const nameOf = (label: number) => (label < 0 ? UNLABELED : (ownNames?.[label] ?? String(label)));
  const count = Math.max(classNames?.length ?? 0, largest + 1);
  const unlabeled = known.includes(-1);
  const names = [...classes.map(nameOf), ...(unlabeled ? [UNLABELED] : [])];
  const range = [
    ...classes.map((label) => classColor(label, count)),
    ...(unlabeled ? [meaning.neutral] : []),
  ];
  return { labels: known, names, numbers: classes, nameOf, colorScale: { domain: names, range } };
}

/** Class names in the numbers that they have among the names of the data set, so that each class keeps its color. */
function inOrderOf(all: readonly string[] | undefined, { labels, names }: NamedLabels): NamedLabels {
  if (all === undefined || names === undefined) return { labels, ...(names && { names }) };
  const numbers = names.map((name) => all.indexOf(name));
  if (numbers.includes(-1)) return { labels };
  return { labels: labels.map((label) => (label < 0 ? -1 : numbers[label])) };
}

/** Marks that differ also in grey. Ten colors times six of them tell sixty classes apart. */
const shapes = ["circle", "square", "triangle-up", "diamond", "cross", "triangle-down"];

/** Whether two classes may have the same color. */
export const needShapes = ({ numbers }: Classes): boolean =>
  numbers.some((label) => label >= petroff10.length);

/** The marks of the classes, for more classes than there are colors. */
export function classShapes({ names, numbers }: Classes): Scale {
  const range = names.map((_, i) => shapes[Math.floor((numbers[i] ?? 0) / petroff10.length) % shapes.length]);
  return { domain: names, range };
}

/** "unlabeled" is as pale in the legend as its points are in a figure that draws them so. */
const paleSymbol: LegendEncoding = {
  symbols: {
    fillOpacity: {
      condition: { test: `datum.value === ${JSON.stringify(UNLABELED)}`, value: 0.35 },
      value: 1,
    },
  },
};

const numbered = `datum.value === ${JSON.stringify(UNLABELED)} ? datum.label : datum.index + 1 + ' ' + datum.label`;

/**
 * The legend of the classes: beside the figure for at most twenty, below it in columns for more. Where `isNumbered`, each class has its number
 * before its name; where `isPale`, unlabeled points are drawn pale.
 */
export function classLegend(
  { names }: Classes,
  { isNumbered = false, isPale = false } = {},
): { legend: Legend } {
  const encoding = isPale ? { encoding: paleSymbol } : {};
  if (names.length <= 20) return { legend: { title: null, ...encoding } };
  const labelLimit = isNumbered ? 130 : 110;
  const [, longest] = extent(names.map((name) => name.length));
  const room = names.length <= 60 ? 400 : 600;
  const columns = Math.max(1, Math.floor(room / (20 + Math.min(labelLimit, 6 * longest))));
  return {
    legend: {
      title: null,
      orient: "bottom",
      columns,
      gridAlign: "all",
      ...(isNumbered && { labelExpr: numbered }),
      labelLimit,
      labelFontSize: 9,
      symbolLimit: 0,
      symbolSize: 40,
      ...encoding,
    },
  };
}
