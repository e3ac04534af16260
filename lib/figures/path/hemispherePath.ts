import { rounded } from "../parts/rows";
import type { Layer, Layered } from "../render/spec";
import { circle, circleLayer, landscapeColor, pathLayers, plane, type PathRow, wordLayers } from "./layers";
import { dot, unit, type Vector3 } from "./vectors";

/** Extent of the drawing, in radii. */
const REACH = 1.1;

/** Number of squares from the center of the landscape to its rim. */
const CELLS = 24;

/**
 * Lines in space as points of a hemisphere around the last one. In this azimuthal equidistant map, the distance from the center is the
 * angle, 90° at the rim.
 */
export function hemispherePath(
  lines: readonly Vector3[],
  cost: ((line: Vector3) => number) | undefined,
  width: number,
): Layered {
  const frame = frameAround(unit<Vector3>([...lines.at(-1)!]));
  const rows = mapPath(lines.map((line) => flatten(unit<Vector3>([...line]), frame)));
  const rings = [30, 60, 90];
  return {
    encoding: plane(REACH),
    layer: [
      ...(cost ? [landscape(cost, frame, width), frameOfPaper(width)] : []),
      ...rings.map((angle) => circleLayer(angle / 90, angle === 90 ? [1, 0] : [2, 3])),
      ...wordLayers(
        rings.map((angle) => ({ x: 0, y: rounded(-angle / 90), text: `${angle}°` })),
        { dy: -7, fontSize: 10 },
      ),
      ...pathLayers(rows),
    ],
  };
}

interface Frame {
  pole: Vector3;
  east: Vector3;
  north: Vector3;
}

function frameAround(pole: Vector3): Frame {
  const helper: Vector3 = Math.abs(pole[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0];
  const east = unit<Vector3>(cross(helper, pole));
  return { pole, east, north: cross(pole, east) };
}

function cross([a, b, c]: Vector3, [x, y, z]: Vector3): Vector3 {
  return [b * z - c * y, c * x - a * z, a * y - b * x];
}

function flatten(line: Vector3, { pole, east, north }: Frame): [x: number, y: number] {
  const height = dot(line, pole);
  const sign = height < 0 ? -1 : 1;
  const [x, y] = [sign * dot(line, east), sign * dot(line, north)];
  const sine = Math.hypot(x, y);
  const scale = sine === 0 ? 0 : Math.atan2(sine, Math.abs(height)) / (Math.PI / 2) / sine;
  return [x * scale, y * scale];
}

function raise(x: number, y: number, { pole, east, north }: Frame): Vector3 {
  const radius = Math.hypot(x, y);
  const angle = (radius * Math.PI) / 2;
  const [a, b] = radius === 0 ? [0, 0] : [(x / radius) * Math.sin(angle), (y / radius) * Math.sin(angle)];
  return [0, 1, 2].map((i) => Math.cos(angle) * pole[i] + a * east[i] + b * north[i]) as Vector3;
}

/** A step longer than the radius crosses the rim; the line is interrupted there. */
function mapPath(points: readonly [number, number][]): PathRow[] {
  let stretch = 0;
  return points.map(([x, y], iteration) => {
    const before = points[iteration - 1];
    if (before && Math.hypot(x - before[0], y - before[1]) > 1) stretch++;
    return { x: rounded(x), y: rounded(y), iteration, stretch };
  });
}

/** A wide ring in the page's color that hides the corners of the landscape's squares. */
function frameOfPaper(width: number): Layer {
  const breadth = REACH - 1;
  return circle(1 + breadth / 2, { style: "paper", strokeWidth: (breadth * width) / (2 * REACH) });
}

function landscape(cost: (line: Vector3) => number, frame: Frame, width: number): Layer {
  const steps = Array.from({ length: 2 * CELLS + 3 }, (_, i) => (i - CELLS - 1) / CELLS);
  const values = steps
    .flatMap((x) => steps.map((y) => ({ x, y })))
    .filter(({ x, y }) => Math.hypot(x, y) < 1 + 1 / CELLS)
    .map(({ x, y }) => ({ x: rounded(x), y: rounded(y), cost: rounded(cost(raise(x, y, frame))) }));
  const cell = width / (2 * REACH) / CELLS;
  return {
    data: { values },
    mark: { type: "square", size: (cell + 0.6) ** 2, opacity: 1 },
    encoding: { color: landscapeColor },
  };
}
