import type { Layer, Layered, Position } from "../render/spec";
import { meaning, okabeIto } from "../render/theme";

const WIDTH = 86;
const HEIGHT = 44;

/** What a box stands for. Each kind has its own color. */
export type BoxKind = "data" | "graph" | "network" | "metric" | "loss";

const colors: Record<BoxKind, string> = {
  data: meaning.neutral,
  graph: okabeIto[2],
  network: okabeIto[0],
  metric: okabeIto[3],
  loss: okabeIto[5],
};

/** A box, by its upper left corner in pixels. */
export interface Box {
  kind: BoxKind;
  x: number;
  y: number;
  lines: [heading: string, detail: string];
}

/** A polyline with an arrowhead; those of kind "learning" are dashed. */
export interface Arrow {
  kind: "forward" | "learning";
  points: [x: number, y: number][];
  label?: string | undefined;
}

export function box(kind: BoxKind, x: number, y: number, lines: Box["lines"]): Box {
  return { kind, x, y, lines };
}

export const arrow = {
  path: (kind: Arrow["kind"], points: Arrow["points"], label?: string): Arrow => ({ kind, points, label }),
  /** From the box at `from` to the box at `to` in the same row. */
  right: (from: number, to: number, row: number): Arrow => ({
    kind: "forward",
    points: [
      [from + WIDTH, row + HEIGHT / 2],
      [to, row + HEIGHT / 2],
    ],
  }),
};

/** Boxes and arrows as layers of a chart without axes. */
export function diagram(boxes: readonly Box[], arrows: readonly Arrow[]): Layered {
  const right = Math.max(...boxes.map(({ x }) => x)) + WIDTH;
  const bottom = Math.max(...boxes.map(({ y }) => y)) + HEIGHT + 40;
  return {
    width: right,
    height: bottom,
    encoding: { x: along("x", [0, right]), y: along("y", [bottom, 0]) },
    layer: [
      ...arrows.flatMap(arrowLayers),
      boxLayer(boxes),
      textLayer(boxes, 0, 17),
      textLayer(boxes, 1, 32),
    ],
  };
}

function along(field: string, domain: [number, number]): Position {
  return { field, type: "quantitative", scale: { domain, nice: false }, axis: null };
}

function boxLayer(boxes: readonly Box[]): Layer {
  const kinds = [...new Set(boxes.map(({ kind }) => kind))];
  return {
    data: { values: boxes.map(({ kind, x, y }) => ({ kind, x, y, x2: x + WIDTH, y2: y + HEIGHT })) },
    mark: { type: "rect", cornerRadius: 5, fillOpacity: 0.16, strokeWidth: 1.5 },
    encoding: {
      x2: { field: "x2" },
      y2: { field: "y2" },
      ...Object.fromEntries(
        ["fill", "stroke"].map((channel) => [
          channel,
          {
            field: "kind",
            type: "nominal",
            scale: { domain: kinds, range: kinds.map((kind) => colors[kind]) },
            legend: null,
          },
        ]),
      ),
    },
  };
}

function textLayer(boxes: readonly Box[], line: 0 | 1, dy: number): Layer {
  return {
    data: { values: boxes.map(({ x, y, lines }) => ({ x: x + WIDTH / 2, y: y + dy, text: lines[line] })) },
    mark: {
      type: "text",
      baseline: "middle",
      fontSize: line === 0 ? 11 : 10,
      fontWeight: line === 0 ? "bold" : "normal",
    },
    encoding: { text: { field: "text" } },
  };
}

function arrowLayers({ kind, points, label }: Arrow): Layer[] {
  const [[fromX, fromY], [x, y]] = points.slice(-2);
  const learning = kind === "learning";
  const paint = learning ? { color: meaning.bad } : { style: "quiet" };
  const angle = (Math.atan2(y - fromY, x - fromX) * 180) / Math.PI + 90;
  const corners = points.map(([cornerX, cornerY], order) => ({ x: cornerX, y: cornerY, order }));
  const xs = points.map(([cornerX]) => cornerX);
  const lowest = Math.max(...points.map(([, cornerY]) => cornerY));
  return [
    {
      data: { values: corners },
      mark: { type: "line", ...paint, strokeWidth: 1.5, strokeDash: learning ? [5, 3] : [1, 0] },
      encoding: { order: { field: "order" } },
    },
    {
      data: { values: [{ x: x - 4 * Math.sign(x - fromX), y: y - 4 * Math.sign(y - fromY) }] },
      mark: { type: "point", shape: "triangle", size: 60, angle, opacity: 1, ...paint },
    },
    ...(label === undefined
      ? []
      : ([
          {
            data: { values: [{ x: (Math.min(...xs) + Math.max(...xs)) / 2, y: lowest + 4, label }] },
            mark: { type: "text", baseline: "top", fontSize: 10, color: meaning.bad },
            encoding: { text: { field: "label" } },
          },
        ] satisfies Layer[])),
  ];
}
