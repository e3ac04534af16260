import type { Axis, Encoding, FigureContent, Layer, Layered, Legend, Position, Row } from "../render/spec";
import { decades, plainNumbers } from "./axes";
import { panelSize } from "./draw";
import type { FigureOptions } from "./figure";
import { extent } from "./rows";

/** Distinguishes lines by color and dashes, dots by color and shape. The legend below the figure keeps their order. */
export function seriesEncoding(field: string, lines = true, title: string | null = null): Encoding<string> {
  const legend: Legend = {
    title,
    orient: "bottom",
    columns: 1,
    labelLimit: 330,
    ...(lines && { symbolType: "stroke", symbolSize: 300, symbolStrokeWidth: 2 }),
  };
  const channel = { field, type: "nominal", sort: null, legend } as const;
  return { color: channel, [lines ? "strokeDash" : "shape"]: channel };
}

/** A small chart of one quantity over iterations or epochs. */
export interface Panel {
  title: string;
  values: readonly Row[];
  x: string;
  xTitle: string;
  y: string;
  log?: boolean;
  /** The field that names the line. */
  series?: string | undefined;
  /** Positions that the x axis must reach, besides those of the values. */
  reach?: readonly number[] | undefined;
  /** A position to mark, such as the best epoch. */
  mark?: Mark | undefined;
}

interface Mark {
  x: number;
  text: string;
}

function linePanel(
  { title, values, x, xTitle, y, log, series, reach = [], mark }: Panel,
  size: { width: number; height: number },
): Layered {
  const along = [...values.map((row) => Number(row[x])), ...reach];
  const [least, greatest] = extent(along);
  const last = Math.max(1, greatest);
  const first = Math.min(last - 1, least);
  const linear = values.length > 0 ? { zero: false } : { domain: [0, 1] };
  const vertical = log
    ? decades(values.map((row) => Number(row[y])))
    : { scale: linear, axis: { tickCount: 4, labelExpr: plainNumbers } };
  const horizontal: Position = {
    field: x,
    type: "quantitative",
    scale: { domain: [first, last], nice: false },
    axis: { title: xTitle, format: "d", tickMinStep: 1, grid: false, ...everyWhole(first, last) },
  };
  const encoding: Encoding<string> = {
    x: horizontal,
    y: { field: y, type: "quantitative", scale: vertical.scale, axis: { ...vertical.axis, ...above(title) } },
  };
  const line: Layer = {
    mark: { type: "line", point: values.length <= 60 ? { size: 18 } : false, tooltip: true },
    encoding: { ...encoding, ...(series !== undefined && seriesEncoding(series)) },
  };
  return {
    ...size,
    data: { values },
    layer: [line, ...(mark ? [markedAt(mark, horizontal, (first + last) / 2, size.height)] : [])],
  };
}

/** Labels every value of a short axis; Vega would add halves between them and round their labels. */
export function everyWhole(first: number, last: number): Axis {
  return last - first < 5 ? { values: Array.from({ length: last - first + 1 }, (_, i) => first + i) } : {};
}

/** Puts the axis title above the panel, at the same height in every panel. */
function above(title: string): Axis {
  return { title, titleAngle: 0, titleAlign: "left", titleBaseline: "bottom", titleX: 0, titleY: -8 };
}

/** A dashed vertical line with a word beside it, on the side that has room. */
function markedAt(mark: Mark, horizontal: Position, middle: number, height: number): Layer {
  const right = mark.x < middle;
  return {
    data: { values: [{ at: mark.x, text: mark.text }] },
    encoding: { x: { ...horizontal, field: "at" } },
    layer: [
      { mark: { type: "rule", strokeDash: [3, 3], strokeWidth: 1 } },
      {
        mark: {
          type: "text",
          align: right ? "left" : "right",
          dx: right ? 4 : -4,
          baseline: "bottom",
          fontSize: 10,
        },
        encoding: { y: { value: height - 3 }, text: { field: "text" } },
      },
    ],
  };
}

/** Charts that together fill the width of a notebook; of a width that the caller chose, two per row, to fit the column of a paper. */
export function panelGrid(panels: readonly Panel[], given: FigureOptions, caller: string): FigureContent {
  const filling = panels.length === 2 || panels.length === 4 ? 2 : Math.min(panels.length, 3);
  const columns = given.width === undefined ? filling : 2;
  const own = [
    { width: 560, height: 220 },
    { width: 370, height: 160 },
    { width: 222, height: 130 },
  ][filling - 1];
  const size = panelSize(given, own, caller);
  return { concat: panels.map((panel) => linePanel(panel, size)), columns, spacing: { row: 16, column: 24 } };
}
