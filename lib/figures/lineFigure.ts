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
  type Settings,
} from "../core/options";
import { check, plural } from "../core";
import { figureSchema, type Figure, type FigureOptions } from "./parts/figure";
import { decades, plainNumbers } from "./parts/axes";
import { draw, panelSize } from "./parts/draw";
import { extent, rounded } from "./parts/rows";
import { bandLayer, bandText, meansOf, mixedPoint, repetitionsOf, type Band } from "./parts/repetitions";
import { everyWhole, seriesEncoding } from "./parts/series";
import type { Encoding, MarkDef, Position, Row, Scale } from "./render/spec";

/** A tidy row: numbers to draw, and texts that name the line. */
export type LineRow = Readonly<Record<string, string | number>>;

export interface LineOptions extends FigureOptions {
  /** The column of the horizontal axis. */
  x: string;
  /** The column of the vertical axis. */
  y: string;
  /** The column that names the line. Default: one line. */
  series?: string;
  /** The heading of the legend; `null` for none. Default: `series`. */
  legendTitle?: string | null;
  /** The column of what was repeated. Of rows with the same x on the same line, the mean is drawn. Default: "seed", if the rows have it. */
  over?: string;
  /** What is shaded around the mean: the standard deviation (the default), or the range from the least value to the greatest. */
  band?: Band;
  /** The title of the horizontal axis. Default: the name of the column. */
  xTitle?: string;
  /** The title of the vertical axis. Default: the name of the column. */
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
  legendTitle: figureSchema.title,
  over: optional(text),
  band: oneOf<Band>(["deviation", "range"], { default: "deviation" }),
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

type ReadLineOptions = Settings<typeof lineSchema>;

/** A tick at each of a few whole numbers, such as epochs, and none between them. */
const wholeTicks = (numbers: readonly number[]) =>
  numbers.every((number) => Number.isInteger(number)) ? everyWhole(...extent(numbers)) : {};

/** The name of a line. */
const labelOf = (value: unknown) => (typeof value === "string" ? value : describeValue(value));

/**
 * Lines through tidy rows, for data that have no figure of their own. Of several seeds it draws the mean and a band.
 *
 * @example
 * const rows = [{ k: 5, accuracy: 0.8 }, { k: 10, accuracy: 0.9 }];
 * await lineFigure(rows, { x: "k", y: "accuracy", yDomain: [0, 1] }).save("out/k.svg");
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
  const single = rows.map((row) => ({
    [x]: rounded(Number(row[x])),
    [y]: rounded(Number(row[y])),
    ...(series !== undefined && { [series]: labelOf(row[series]) }),
  }));
  const repeated = joined ? repeatedPoints(rows, given, caller) : undefined;
  const values = repeated?.values ?? single;
  const along = (column: string, title: string, logarithmic: boolean, linear: Scale): Position => {
    const numbers = single.map((row) => Number(row[column]));
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
  const legendTitle = given.legendTitle === undefined ? (series ?? null) : given.legendTitle;
  const lines: Encoding<string> = series === undefined ? {} : seriesEncoding(series, joined, legendTitle);
  const clip = yDomain !== undefined;
  const vertical = along(
    y,
    given.yTitle ?? y,
    log.includes("y"),
    yDomain ? { domain: [...yDomain] } : { zero: false },
  );
  const mark: MarkDef = {
    ...(joined
      ? { type: "line", point: values.length <= 100 ? { size: 22 } : false }
      : { type: "point", opacity: 0.8 }),
    clip,
    tooltip: true,
  };
  const horizontal = along(x, given.xTitle ?? x, log.includes("x"), { zero: false, nice: false, padding: 4 });
  return draw(given, {
    caller,
    title: `${given.yTitle ?? y} by ${given.xTitle ?? x}`,
    subtitle: repeated?.text,
    summary: `${given.yTitle ?? y} by ${given.xTitle ?? x}, ${plural(rows.length, "point")}`,
    content: {
      ...panelSize(given, { width: 560, height: 260 }, caller),
      data: { values },
      ...(repeated
        ? {
            encoding: { x: horizontal },
            layer: [bandLayer(y, series, vertical, clip), { mark, encoding: { y: vertical, ...lines } }],
          }
        : { mark, encoding: { x: horizontal, y: vertical, ...lines } }),
    },
  });
}

interface Repeated {
  values: Row[];
  text: string;
}

/** The means and bands of what was repeated; undefined where nothing was. */
function repeatedPoints(
  rows: readonly LineRow[],
  { x, y, series, log, band, over: asked }: ReadLineOptions,
  caller: string,
): Repeated | undefined {
  const over = asked ?? "seed";
  if (!rows.every((row) => over in row) || [x, y, series].includes(over)) {
    check(
      asked === undefined,
      () =>
        `${caller}: over must be a column of the rows besides x, y and series, got ${JSON.stringify(over)}. Their columns are ${Object.keys(rows[0]).join(", ")}.`,
    );
    return undefined;
  }
  const columns = { x, y, series, over };
  const points = repetitionsOf(rows, columns);
  const mixed = mixedPoint(points, columns);
  check(
    mixed === undefined || asked === undefined,
    () =>
      `${caller}: each ${over} must occur once for every x of a line, got ${plural(mixed?.length ?? 0, "row")} at ${x}=${describeValue(mixed?.[0][x])}. Name the column that tells the lines apart as series, or pass the rows of fewer lines.`,
  );
  if (mixed !== undefined || points.length === rows.length) return undefined;
  const values = meansOf(points, columns, band, log?.includes("y") ?? false);
  return {
    values: series === undefined ? values : values.map((row) => ({ ...row, [series]: labelOf(row[series]) })),
    text: bandText(points, over, band),
  };
}
