import { rounded } from "../parts/rows";
import type { SpecPart } from "../spec";

/** One step of a path in the plane. `stretch` changes where the path leaves the rim and comes back on the other side. */
export interface PathRow {
  x: number;
  y: number;
  iteration: number;
  stretch: number;
}

/** Axes from −reach to reach, not shown. */
export function plane(reach: number): SpecPart {
  const position = { type: "quantitative", scale: { domain: [-reach, reach], nice: false }, axis: null };
  return { x: { field: "x", ...position }, y: { field: "y", ...position } };
}

export const landscapeColor = {
  field: "cost",
  type: "quantitative",
  scale: { zero: false, nice: false, range: "heatmap" },
  legend: { title: "cost J", gradientLength: 110, gradientThickness: 10, tickCount: 4 },
};

export function circle(radius: number, steps = 72): { x: number; y: number; order: number }[] {
  return Array.from({ length: steps + 1 }, (_, i) => ({
    x: rounded(radius * Math.cos((2 * Math.PI * i) / steps)),
    y: rounded(radius * Math.sin((2 * Math.PI * i) / steps)),
    order: i,
  }));
}

/** A thin closed line. */
export function circleLayer(radius: number, dash: readonly number[] = [2, 3]): SpecPart {
  return {
    data: { values: circle(radius) },
    mark: { type: "line", style: "quiet", strokeWidth: 0.8, strokeDash: dash, opacity: 0.7 },
    encoding: { order: { field: "order" } },
  };
}

/** The path in the page's ink, its start hollow and its end full, each with its word. */
export function pathLayers(rows: readonly PathRow[]): SpecPart[] {
  const last = rows.length - 1;
  const ends = [
    { ...rows[0], end: "start" },
    { ...rows[last], end: "end" },
  ].slice(last === 0 ? 1 : 0);
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
      data: { values: ends },
      layer: [
        {
          transform: [{ filter: "datum.end === 'start'" }],
          mark: { type: "point", size: 80, opacity: 1, fill: "#ffffff", style: "outline", strokeWidth: 2 },
        },
        {
          transform: [{ filter: "datum.end === 'end'" }],
          mark: { type: "point", size: 110, opacity: 1, color: "#d55e00" },
        },
        {
          mark: { type: "text", align: "left", dx: 10, dy: 3, fontWeight: "bold" },
          encoding: { text: { field: "end" } },
        },
      ],
    },
  ];
}
