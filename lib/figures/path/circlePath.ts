import { rounded } from "../parts/rows";
import type { Layer, Layered } from "../render/spec";
import { circleLayer, landscapeColor, pathLayers, plane } from "./layers";
import { dot, unit } from "./vectors";

type Vector2 = [number, number];

/** The radii where the path starts and ends, and the edges of the ring that shows the cost. */
const START = 0.12;
const END = 0.86;
const RING = [0.92, 1.0] as const;

/** Lines of the plane by their direction: a spiral that moves outwards with the iterations, inside a ring that shows the cost. */
export function circlePath(
  lines: readonly Vector2[],
  cost: ((line: Vector2) => number) | undefined,
): Layered {
  const directed: Vector2[] = [];
  for (const line of lines) {
    const direction = unit<Vector2>([...line]);
    // A line has two directions. Take the one closer to the previous direction, at first the upper one.
    const reference = directed.at(-1) ?? [0, 1];
    const sign = dot(direction, reference) < 0 ? -1 : 1;
    directed.push([sign * direction[0], sign * direction[1]]);
  }
  const rows = directed.map(([x, y], iteration) => {
    const radius = START + ((END - START) * iteration) / Math.max(1, directed.length - 1);
    return { x: rounded(x * radius), y: rounded(y * radius), iteration, stretch: 0 };
  });
  const [x, y] = directed.at(-1)!;
  const axis = { x: rounded(-x), y: rounded(-y), x2: rounded(x), y2: rounded(y) };
  return {
    encoding: plane(1.08),
    layer: [
      ...(cost ? [ring(cost)] : [circleLayer(1, [1, 0])]),
      {
        data: { values: [axis] },
        mark: { type: "rule", strokeDash: [4, 3], strokeWidth: 1 },
        encoding: { x2: { field: "x2" }, y2: { field: "y2" } },
      },
      ...pathLayers(rows),
    ],
  };
}

function ring(cost: (line: Vector2) => number): Layer {
  const steps = 360;
  const values = Array.from({ length: steps }, (_, i) => {
    const angle = (2 * Math.PI * i) / steps;
    const [x, y] = [Math.cos(angle), Math.sin(angle)];
    return {
      x: rounded(RING[0] * x),
      y: rounded(RING[0] * y),
      x2: rounded(RING[1] * x),
      y2: rounded(RING[1] * y),
      cost: rounded(cost([x, y])),
    };
  });
  return {
    data: { values },
    mark: { type: "rule", strokeWidth: 3.2 },
    encoding: { x2: { field: "x2" }, y2: { field: "y2" }, color: landscapeColor },
  };
}
