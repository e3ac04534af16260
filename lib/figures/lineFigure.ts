import { check } from "../common/errors";
import type { Figure, FigureOptions } from "./figure";
import { decades, plainNumbers } from "./parts/axes";
import { draw, panelSize } from "./parts/draw";
import { rounded } from "./parts/rows";
import { seriesEncoding } from "./parts/series";
import type { SpecPart } from "./spec";

/** A tidy row: numbers to draw and texts to tell lines apart. */
export type LineRow = Readonly<Record<string, string | number>>;

export interface LineOptions extends FigureOptions {
  /** The column along the figure. */
  x: string;
  /** The column upwards. */
  y: string;
  /** The column that tells lines apart. Default: one line. */
  series?: string;
  xTitle?: string;
  yTitle?: string;
  /** False: dots that no line joins. Default true. */
  joined?: boolean;
  /** Which axes are logarithmic. Default none. */
  log?: "x" | "y" | "xy";
  /** The ends of the upward axis, such as [0, 1] for shares. Default: where the values lie. What goes beyond is cut off. */
  yDomain?: readonly [number, number];
}

/**
 * Lines through tidy rows, for what has no figure of its own.
 *
 * @example lineFigure(rows, { x: "gamma", y: "accuracy", series: "method", yDomain: [0, 1] });
 */
export function lineFigure(rows: readonly LineRow[], options: LineOptions): Figure {
  const caller = "lineFigure";
  const { x, y, series, joined = true, log = "", yDomain } = options;
  check(rows.length > 0, () => `${caller}: rows must hold at least one row, got none.`);
  for (const column of [x, y]) {
    const wrong = rows.findIndex((row) => !Number.isFinite(row[column]));
    check(
      wrong < 0,
      () =>
        `${caller}: every row must have a number ${JSON.stringify(column)}, got ${rows[wrong][column]} in row ${wrong}. Its columns are ${Object.keys(rows[wrong]).join(", ")}.`,
    );
  }
  const values = rows.map((row) => ({
    [x]: rounded(Number(row[x])),
    [y]: rounded(Number(row[y])),
    ...(series !== undefined && { [series]: String(row[series]) }),
  }));
  const along = (column: string, title: string, logarithmic: boolean, linear: SpecPart) => {
    const numbers = values.map((row) => Number(row[column]));
    check(
      !logarithmic || numbers.every((number) => number > 0),
      () =>
        `${caller}: a logarithmic axis needs numbers above 0, got ${Math.min(...numbers)} in ${JSON.stringify(column)}.`,
    );
    const { scale, axis } = logarithmic
      ? decades(numbers)
      : { scale: linear, axis: { tickCount: 5, labelExpr: plainNumbers } };
    return { field: column, type: "quantitative", scale, axis: { title, ...axis } };
  };
  return draw(options, {
    caller,
    title: `${options.yTitle ?? y} by ${options.xTitle ?? x}`,
    summary: `${options.yTitle ?? y} by ${options.xTitle ?? x}, ${rows.length} points`,
    content: {
      ...panelSize(options, { width: 320, height: 200 }, caller),
      data: { values },
      mark: {
        ...(joined
          ? { type: "line", point: values.length <= 100 ? { size: 22 } : false }
          : { type: "point", opacity: 0.8 }),
        clip: yDomain !== undefined,
        tooltip: true,
      },
      encoding: {
        x: along(x, options.xTitle ?? x, log.includes("x"), { zero: false, nice: false, padding: 4 }),
        y: along(y, options.yTitle ?? y, log.includes("y"), yDomain ? { domain: yDomain } : { zero: false }),
        ...(series !== undefined && seriesEncoding(series, joined)),
      },
    },
  });
}
