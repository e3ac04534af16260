import {
  anyNumber,
  anything,
  functionValue,
  optional,
  readNumbers,
  readOptions,
  readRecord,
  texts,
  wholeNumber,
} from "../core/options";
import { check, plural } from "../core";
import type { Labels, SquareMatrix } from "../graph";
import { figureSchema, type Figure, type FigureOptions } from "./parts/figure";
import { type Classes, readClasses } from "./parts/classes";
import { draw, panelSize } from "./parts/draw";
import { evenly, readPositions, rounded } from "./parts/rows";
import type { Axis, Layered, Position } from "./render/spec";

export interface HeatmapOptions extends FigureOptions {
  /** A matrix to show on the left, such as `initialAffinities(labels)`: what was known before the propagation. */
  before?: SquareMatrix;
  /** Only these points, such as the labeled ones and a few others. Default all. */
  points?: ArrayLike<number>;
  /** Maximum number of points to draw, sampled evenly from each class. Default 80. */
  maxPoints?: number;
  /** The names of the classes, by label. Default: the labels. */
  classNames?: readonly string[];
}

/**
 * The affinities W of all pairs, sorted by class: blue for similar, orange for dissimilar. Pass the true labels to see how far the
 * known labels have spread. Unlabeled points (−1) come last.
 *
 * @example await affinityHeatmap(affinities, classes, { before: initialAffinities(labels) }).save("out/affinities.svg");
 */
export function affinityHeatmap(
  affinities: SquareMatrix,
  labels: Labels,
  options: HeatmapOptions = {},
): Figure {
  const caller = "affinityHeatmap";
  const given = readOptions(caller, options, heatmapSchema);
  const { before, maxPoints } = given;
  checkSquare(affinities, `${caller}: affinities`);
  if (before !== undefined) checkSquare(before, `${caller}: before`);
  const { n } = affinities;
  const classes = readClasses(labels, caller, { n, classNames: given.classNames });
  check(
    before === undefined || before.n === n,
    () => `${caller}: before must have the same ${plural(n, "point")} as affinities, got ${before?.n}.`,
  );
  check(
    Number.isInteger(maxPoints) && maxPoints >= 2 && maxPoints <= 300,
    () => `${caller}: maxPoints must be a whole number in [2, 300], got ${maxPoints}. Every pair is drawn.`,
  );
  const points = readPositions(given.points ?? [...classes.labels.keys()], n, `${caller}: points`);
  const order = [...points].sort((a, b) => rank(classes.labels[a]) - rank(classes.labels[b]) || a - b);
  const drawn = evenly(order.length, maxPoints).map((position) => order[position]);
  const size = panelSize(given, before ? { width: 350, height: 350 } : { width: 400, height: 400 }, caller);
  const panel = (matrix: SquareMatrix, title?: string): Layered => ({
    ...(title !== undefined && { title: { text: title, fontSize: 12, fontWeight: "normal" } }),
    ...size,
    ...heatmap(matrix, drawn, classes),
  });
  return draw(given, {
    caller,
    title: "Affinities of all pairs, by class",
    subtitle: n > drawn.length ? `${drawn.length} of ${plural(n, "point")}` : plural(n, "point"),
    summary: `affinities of ${drawn.length} of ${plural(n, "point")} of ${plural(classes.numbers.length, "class", "classes")}`,
    content: before
      ? {
          hconcat: [panel(before, "Before propagation"), panel(affinities, "After propagation")],
          resolve: { scale: { color: "independent" } },
        }
      : panel(affinities),
  });
}

const heatmapSchema = {
  ...figureSchema,
  before: optional(anything<SquareMatrix>()),
  points: optional(anything<ArrayLike<number>>()),
  maxPoints: { ...anyNumber, default: 80 },
  classNames: optional(texts),
};

function checkSquare(matrix: SquareMatrix, name: string): void {
  readRecord(name, matrix, "a matrix such as propagateAffinities gives", {
    n: wholeNumber({ min: 1 }),
    row: functionValue(),
  });
}

/** Unlabeled points come after all classes. */
const rank = (label: number) => (label < 0 ? Infinity : label);

function heatmap(matrix: SquareMatrix, drawn: readonly number[], classes: Classes): Layered {
  // One row of data per row of W keeps the specification small; Vega-Lite flattens it.
  const values = drawn.map((i, at) => {
    const row = readNumbers(matrix.row(i), "affinityHeatmap: affinities.row(i)");
    check(
      row.length === matrix.n,
      () => `affinityHeatmap: affinities.row(i) must have ${plural(matrix.n, "number")}, got ${row.length}.`,
    );
    return { row: at, affinity: drawn.map((j) => rounded(row[j], 3)) };
  });
  const bound = typicalMagnitude(values.flatMap(({ row, affinity }) => affinity.toSpliced(row, 1)));
  const blocks = blocksOf(drawn.map((i) => classes.nameOf(classes.labels[i])));
  const boundaries = { data: { values: blocks.slice(1).map(({ start }) => ({ start })) } };
  const edge: Position = { field: "start", type: "ordinal", bandPosition: 0 };
  const axis: Axis = {
    title: null,
    values: blocks.map(({ middle }) => middle),
    labelExpr: `${JSON.stringify(Object.fromEntries(blocks.map(({ middle, name }) => [middle, name])))}[datum.value]`,
    labelAngle: blocks.some(({ name }) => name.length > 2) ? -45 : 0,
    ticks: false,
    domain: false,
    labelPadding: 4,
  };
  const domain = drawn.map((_, position) => position);
  const along: Omit<Position, "field"> = { type: "ordinal", scale: { domain } };
  return {
    layer: [
      {
        data: { values },
        transform: [
          { flatten: ["affinity"] },
          { window: [{ op: "row_number", as: "number" }], groupby: ["row"] },
          { calculate: "datum.number - 1", as: "column" },
        ],
        mark: "rect",
        encoding: {
          x: { field: "column", ...along, axis },
          y: { field: "row", ...along, axis: { ...axis, labelAngle: 0 } },
          color: {
            field: "affinity",
            type: "quantitative",
            scale: { domain: [-bound, bound], domainMid: 0, clamp: true, interpolate: "rgb" },
            legend: { title: "W", gradientLength: 100, gradientThickness: 10, tickCount: 3 },
          },
        },
      },
      { ...boundaries, mark: { type: "rule", strokeWidth: 0.6 }, encoding: { x: edge } },
      { ...boundaries, mark: { type: "rule", strokeWidth: 0.6 }, encoding: { y: edge } },
    ],
  };
}

/** The 95th percentile of the nonzero magnitudes: the end of the color scale. */
function typicalMagnitude(affinities: readonly number[]): number {
  const sizes = affinities
    .map(Math.abs)
    .filter((size) => size > 0)
    .sort((a, b) => a - b);
  return rounded(sizes[Math.floor(0.95 * (sizes.length - 1))] ?? 1, 2);
}

/** Runs of equal names: the start and the middle of each. */
function blocksOf(names: readonly string[]): { name: string; start: number; middle: number }[] {
  const starts = names.flatMap((name, i) => (name === names[i - 1] ? [] : [i]));
  return starts.map((start, b) => {
    const end = starts[b + 1] ?? names.length;
    return { name: names[start], start, middle: Math.floor((start + end - 1) / 2) };
  });
}
