import { isRecord } from "../../core/options";
import { check } from "../../core";
import { toFloat64, type MatrixLike } from "../../core/values";
import type { MahalanobisMetric } from "../../methods";

/** A learned metric, or its matrix M, [2, 2]. */
export type MetricLike = MahalanobisMetric | MatrixLike;

export interface Point {
  x: number;
  y: number;
}

/** M, [2, 2]: [[xx, xy], [xy, yy]]. */
export interface Quadratic {
  xx: number;
  xy: number;
  yy: number;
}

/** Reads M and checks that it is symmetric and positive semidefinite. `name` is for error texts. */
export function readQuadratic(metric: MetricLike, name: string): Quadratic {
  const { data, shape } = toFloat64(
    isRecord(metric) && "matrix" in metric
      ? (metric as unknown as MahalanobisMetric).matrix
      : (metric as MatrixLike),
    name,
  );
  check(
    shape[0] === 2 && shape[1] === 2,
    () =>
      `${name}: must be a metric of the plane, M [2, 2], got shape [${shape.join(", ")}]. Project to 2-D first: pca(x, 2).`,
  );
  const [xx, xy, yx, yy] = data;
  check(
    Math.abs(xy - yx) <= 1e-6 * (xx + yy) && xx + yy > 0 && xx * yy - xy * yx >= -1e-6 * (xx + yy) ** 2,
    () =>
      `${name}: M must be symmetric and positive semidefinite and not 0, got [[${xx}, ${xy}], [${yx}, ${yy}]].`,
  );
  return { xx, xy, yy };
}

/** The k points nearest to an anchor, and the distance r of the last one. */
export function neighborhood(points: readonly Point[], { xx, xy, yy }: Quadratic, anchor: number, k: number) {
  const { x, y } = points[anchor];
  const squared = points.map((point) => {
    const [u, v] = [point.x - x, point.y - y];
    return xx * u * u + 2 * xy * u * v + yy * v * v;
  });
  const nearest = [...points.keys()]
    .filter((i) => i !== anchor)
    .sort((i, j) => squared[i] - squared[j] || i - j)
    .slice(0, k);
  return { nearest, radius: Math.sqrt(Math.max(0, squared[nearest[k - 1]])) };
}
