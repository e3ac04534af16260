import {
  argument,
  describeValue,
  flag,
  isArray,
  listOf,
  oneOf,
  optional,
  readOptions,
  recordOf,
  text,
} from "../core/options";
import { check, plural } from "../core";
import { figureSchema, type Figure, type FigureOptions } from "./parts/figure";
import { decades, plainNumbers } from "./parts/axes";
import { draw, panelSize } from "./parts/draw";
import { extent, rounded } from "./parts/rows";
import { everyWhole, seriesEncoding } from "./parts/series";
import type { Position, Scale } from "./render/spec";

/** A tidy row: numbers to draw, and texts that name the line. */
export type LineRow = Readonly<Record<string, string | number>>;

export interface LineOptions extends FigureOptions {
  /** The column of the horizontal axis. */
  x: string;
  /** The column of the vertical axis. */
  y: string;
  /** The column that names the line. Default: one line. */
  series?: string;
  xTitle?: string;
  yTitle?: string;
  /** Whether lines join the points. Default true. */
  joined?: boolean;
  /** Which axes are logarithmic. Default none. */
  log?: "x" | "y" | "xy";
  /** The range of the vertical axis, such as [0, 1] for shares. Default: the range of the values. Lines are clipped to it. */
  yDomain?: readonly [number, number];
}

const lineSchema = {
  ...figureSchema,
  x: text,
  y: text,
  series: optional(text),
  xTitle: optional(text),
  yTitle: optional(text),
  joined: flag({ default: true }),
  log: optional(oneOf(["x", "y", "xy"])),
  yDomain: optional(
    argument<readonly [number, number]>(
      "two numbers [low, high]",
      (value) => isArray(value) && value.length === 2 && value.every(Number.isFinite),
    ),
  ),
};

/** A tick at each of a few whole numbers, such as epochs, and none between them. */
const wholeTicks = (numbers: readonly number[]) =>
  numbers.every((number) => Number.isInteger(number)) ? everyWhole(...extent(numbers)) : {};

/** The name of a line. */
const labelOf = (value: unknown) => (typeof value === "string" ? value : describeValue(value));

/**
 * Lines through tidy rows, for data that have no figure of their own.
 *
 * @example lineFigure(rows, { x: "gamma", y: "accuracy", series: "method", yDomain: [0, 1] });
 */
export function lineFigure(rows: readonly LineRow[], options: LineOptions): Figure {
  const caller = "lineFigure";
  const given = readOptions(caller, options, lineSchema);
  const { x, y, series, joined, log = "", yDomain } = given;
  listOf(recordOf("a row { column: value }", {}), "an array of rows").read(rows, `${caller}: rows`);
  check(rows.length > 0, () => `${caller}: rows must hold at least one row, got none.`);
  for (const column of [x, y]) {
    const wrong = rows.findIndex((row) => !Number.isFinite(row[column]));
    check(
      wrong < 0,
      () =>
        `${caller}: every row must have a number ${JSON.stringify(column)}, got ${describeValue(rows[wrong][column])} in row ${wrong}. Its columns are ${Object.keys(rows[wrong]).join(", ")}.`,
    );
  }
  const values = rows.map((row) => ({
    [x]: rounded(Number(row[x])),
    [y]: rounded(Number(row[y])),
    ...(series !== undefined && { [series]: labelOf(row[series]) }),
  }));
  const along = (column: string, title: string, logarithmic: boolean, linear: Scale): Position => {
    const numbers = values.map((row) => Number(row[column]));
    check(
      !logarithmic || numbers.every((number) => number > 0),
      () =>
        `${caller}: a logarithmic axis needs numbers above 0, got ${extent(numbers)[0]} in ${JSON.stringify(column)}.`,
    );
    const { scale, axis } = logarithmic
      ? decades(numbers)
      : {
          scale: linear,
          axis: { tickCount: 5, labelExpr: plainNumbers, ...(column === x && wholeTicks(numbers)) },
        };
    return { field: column, type: "quantitative", scale, axis: { title, ...axis } };
  };
  return draw(given, {
    caller,
    title: `${given.yTitle ?? y} by ${given.xTitle ?? x}`,
    summary: `${given.yTitle ?? y} by ${given.xTitle ?? x}, ${plural(rows.length, "point")}`,
    content: {
      ...panelSize(given, { width: 320, height: 200 }, caller),
      data: { values },
      mark: {
        ...(joined
          ? { type: "line", point: values.length <= 100 ? { size: 22 } : false }
          : { type: "point", opacity: 0.8 }),
        clip: yDomain !== undefined,
        tooltip: true,
      },
      encoding: {
        x: along(x, given.xTitle ?? x, log.includes("x"), { zero: false, nice: false, padding: 4 }),
        y: along(
          y,
          given.yTitle ?? y,
          log.includes("y"),
          yDomain ? { domain: [...yDomain] } : { zero: false },
        ),
        ...(series !== undefined && seriesEncoding(series, joined)),
      },
    },
  });
}
