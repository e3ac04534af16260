import { circleLayer } from "./path/layers";
import type { Layer, Layered, Position, Row } from "./render/spec";
import { meaning } from "./render/theme";

/** Width of a picture, and of its frame. */
const PICTURE = 36;
const FRAME = PICTURE + 6;

const roles = ["anchor", "positive", "negative"];
const colors = [meaning.neutral, meaning.good, meaning.bad];
const legend = {
  title: null,
  orient: "bottom",
  direction: "horizontal",
  symbolSize: 150,
  symbolOpacity: 1,
  labelExpr: "{anchor: 'anchor', positive: '+ positive', negative: '− negative'}[datum.label]",
} as const;
const role = { field: "role", type: "nominal", legend } as const;
const color = { ...role, scale: { domain: roles, range: colors } } as const;

/** An anchor in the middle and its neighbors around it, rows with `x`, `y` and `role`; positives have a round badge with +, negatives a square one with −. */
export function neighborhoodLayers(
  values: Row[],
  reach: number,
  { pictured, named }: { pictured: boolean; named: boolean },
): Layered {
  const position: Omit<Position, "field"> = {
    type: "quantitative",
    scale: { domain: [-reach, reach], nice: false },
    axis: null,
  };
  const tooltip = ["role", "point", "class", "distance", "image"].map((field) => ({ field }));
  const frame: Layer[] = [
    {
      mark: { type: "square", size: pictured ? FRAME ** 2 : 150, opacity: 1 },
      encoding: { color, tooltip: tooltip.filter(({ field }) => values.some((row) => field in row)) },
    },
  ];
  const picture: Layer[] = pictured
    ? [
        {
          mark: { type: "image", width: PICTURE, height: PICTURE },
          encoding: { url: { field: "image" } },
        },
      ]
    : [];
  const name: Layer[] = named
    ? [
        {
          mark: {
            type: "text",
            align: "left",
            dx: (pictured ? FRAME / 2 : 10) + 4,
            dy: pictured ? 8 : 0,
            fontWeight: "bold",
          },
          encoding: { text: { field: "class" } },
        },
      ]
    : [];
  return {
    encoding: { x: { field: "x", ...position }, y: { field: "y", ...position } },
    layer: [
      circleLayer(1, [3, 3]),
      {
        data: { values },
        layer: [
          {
            mark: { type: "rule", opacity: 0.6 },
            encoding: { x2: { datum: 0 }, y2: { datum: 0 }, color },
          },
          ...frame,
          ...picture,
          ...badges(pictured ? FRAME / 2 : 0),
          ...name,
        ],
      },
    ],
  };
}

/** A sign in a round or square field, at the upper right corner `away` from the middle of a neighbor. */
function badges(away: number): Layer[] {
  const offset = { xOffset: away, yOffset: -away };
  return [
    {
      transform: [{ filter: "datum.role !== 'anchor'" }],
      mark: { type: "point", filled: true, size: 240, opacity: 1, strokeWidth: 0, ...offset },
      encoding: {
        color,
        shape: { ...role, scale: { domain: roles, range: ["diamond", "circle", "square"] } },
      },
    },
    {
      transform: [
        { filter: "datum.role !== 'anchor'" },
        { calculate: "datum.role === 'positive' ? '+' : '−'", as: "sign" },
      ],
      mark: { type: "text", fontWeight: "bold", fontSize: 15, ...offset },
      encoding: { text: { field: "sign" }, color: { value: "white" } },
    },
  ];
}
