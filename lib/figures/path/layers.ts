import type { Encoding, Layer, MarkDef, Position, Row } from "../render/spec";
import { meaning } from "../render/theme";

/** One step of a path in the plane. `stretch` increases when the path leaves over the rim and returns on the other side. */
export interface PathRow {
  x: number;
  y: number;
  iteration: number;
  stretch: number;
}

/** Hidden axes from −reach to reach. */
export function plane(reach: number): Pick<Encoding<string>, "x" | "y"> {
  const position: Omit<Position, "field"> = {
    type: "quantitative",
    scale: { domain: [-reach, reach], nice: false },
    axis: null,
  };
  return { x: { field: "x", ...position }, y: { field: "y", ...position } };
}

export const landscapeColor = {
  field: "cost",
  type: "quantitative",
  scale: { zero: false, nice: false, range: "heatmap" },
  legend: { title: "cost J", gradientLength: 110, gradientThickness: 10, tickCount: 4 },
} as const;

/** A circle around the origin. */
export function circle(radius: number, mark: Omit<MarkDef<"line">, "type">): Layer {
  return {
    data: { sequence: { start: 0, stop: 73, as: "step" } },
    transform: [
      { calculate: `${radius} * cos(datum.step * PI / 36)`, as: "x" },
      { calculate: `${radius} * sin(datum.step * PI / 36)`, as: "y" },
    ],
    mark: { type: "line", ...mark },
    encoding: { order: { field: "step" } },
  };
}

/** A thin closed line. */
export function circleLayer(radius: number, dash: number[] = [2, 3]): Layer {
  return circle(radius, { style: "quiet", strokeWidth: 0.8, strokeDash: dash, opacity: 0.7 });
}

/** Text with a halo, legible on any background. */
export function wordLayers(values: Row[], mark: Partial<MarkDef>): Layer[] {
  return ["halo", "ink"].map((style) => ({
    data: { values },
    mark: { type: "text", style, ...mark },
    encoding: { text: { field: "text" } },
  }));
}

/** The path in the text color, with a labeled hollow start and a labeled filled end. */
export function pathLayers(rows: readonly PathRow[]): Layer[] {
  const [start, end] = [rows[0], rows[rows.length - 1]];
  return [
    {
      data: { values: rows },
      layer: [
        {
          mark: { type: "line", style: "ink", strokeWidth: 1.5 },
          encoding: { order: { field: "iteration" }, detail: { field: "stretch" } },
        },
        {
          mark: { type: "point", style: "ink", size: 22, opacity: 1 },
          encoding: { tooltip: { field: "iteration" } },
        },
      ],
    },
    {
      data: { values: [start] },
      mark: { type: "point", size: 80, opacity: 1, fill: "#ffffff", style: "outline", strokeWidth: 2 },
    },
    { data: { values: [end] }, mark: { type: "point", size: 110, opacity: 1, color: meaning.bad } },
    ...(rows.length > 1 ? wordLayers([{ ...start, text: "start" }], beside(start, rows)) : []),
    ...wordLayers([{ ...end, text: "end" }], beside(end, rows.toReversed())),
  ];
}

/** Puts the label of an end on the side away from the path. */
function beside(end: PathRow, path: readonly PathRow[]): Partial<MarkDef> {
  const neighbor = path.find(({ x, y }) => Math.hypot(x - end.x, y - end.y) > 0.08);
  const left = neighbor !== undefined && neighbor.x > end.x;
  return {
    align: left ? "right" : "left",
    dx: left ? -10 : 10,
    dy: 1,
    baseline: "middle",
    fontWeight: "bold",
  };
}
