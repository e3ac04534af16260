import { anyNumber, functionValue, isArray, optional, readOptions } from "../core/options";
import { check, plural } from "../core";
import { toFloat64, type MatrixLike } from "../core/values";
import { figureSchema, type Figure, type FigureOptions } from "./parts/figure";
import { draw, panelSize } from "./parts/draw";
import { circlePath } from "./path/circlePath";
import { hemispherePath } from "./path/hemispherePath";
import type { Vector3 } from "./path/vectors";

export interface PathOptions extends FigureOptions {
  /** The cost J(L), such as `problem.cost`, drawn as a landscape under the path. */
  cost?: (point: MatrixLike) => number;
}

/**
 * The path of L over the iterations of a solver, on manifolds small enough to draw.
 * - Gr(2, 1): lines of the plane. The direction is that of the line, the distance from the center grows with the iterations, and the ring
 *   shows J.
 * - Gr(3, 1) and Gr(3, 2): lines in space, or planes by their normals, as points of a flattened hemisphere. The path ends in the center,
 *   the distance from it is the principal angle, and opposite points of the rim are the same.
 *
 * @param points L of each iteration, [2, 1], [3, 1] or [3, 2], as `recordPoints` collects them
 *
 * @example
 * const { problem: recorded, points } = recordPoints(problem);
 * await conjugateGradient(grassmann(3, 1), recorded);
 * await metricPathFigure(points).save("out/path.svg");
 */
export function metricPathFigure(points: readonly MatrixLike[], options: PathOptions = {}): Figure {
  const caller = "metricPathFigure";
  const given = readOptions(caller, options, {
    ...figureSchema,
    cost: optional(functionValue<(point: MatrixLike) => number>()),
  });
  check(
    isArray(points) && points.length > 0,
    () => `${caller}: points must hold at least one matrix L. Collect them with recordPoints.`,
  );
  const matrices = Array.from(points, (point, i) => toFloat64(point, `${caller}: points[${i}]`));
  const [d, l] = matrices[0].shape;
  const wrong = matrices.findIndex(({ shape }) => shape[0] !== d || shape[1] !== l);
  check(
    ["2,1", "3,1", "3,2"].includes(`${d},${l}`) && wrong < 0,
    () =>
      `${caller}: points must all have the shape [2, 1], [3, 1] or [3, 2] to be drawn, got [${String(matrices[Math.max(0, wrong)].shape)}]${wrong > 0 ? ` after [${d}, ${l}]` : ""}. Use principalAnglesFigure for larger ones.`,
  );
  const own = given.cost;
  const cost = own && ((point: MatrixLike) => anyNumber.read(own(point), `${caller}: what cost returns`));
  const size = panelSize(given, { width: 400, height: 400 }, caller);
  const content =
    d === 2
      ? circlePath(
          matrices.map(({ data: [x, y] }) => [x, y]),
          cost && (([x, y]) => cost([[x], [y]])),
        )
      : hemispherePath(
          matrices.map(({ data }) => (l === 1 ? ([...data] as Vector3) : normalOf(data))),
          cost && ((v) => cost(l === 1 ? v.map((entry) => [entry]) : planeOf(v))),
          size.width,
        );
  return draw(given, {
    caller,
    title: `The path of L on Gr(${d}, ${l})`,
    subtitle: `${plural(points.length - 1, "iteration")}${d === 2 ? "; later ones are further out" : "; the distance from the center is the angle to the last L"}`,
    summary: `path of L on Gr(${d}, ${l}) over ${plural(points.length - 1, "iteration")}`,
    content: { ...size, ...content },
  });
}

/** The normal of the plane that the columns of L, [3, 2], span. */
function normalOf([a, x, b, y, c, z]: Float64Array): Vector3 {
  return [b * z - c * y, c * x - a * z, a * y - b * x];
}

/** Two orthonormal columns across a unit normal. */
function planeOf(normal: Vector3): number[][] {
  const least = normal.map(Math.abs).reduce((best, size, i, sizes) => (size < sizes[best] ? i : best), 0);
  const along = normal.map((entry, i) => (i === least ? 1 : 0) - normal[least] * entry);
  const length = Math.hypot(...along);
  const [a, b, c] = along.map((entry) => entry / length);
  const [x, y, z] = normal;
  return [
    [a, y * c - z * b],
    [b, z * a - x * c],
    [c, x * b - y * a],
  ];
}
