import { check, plural } from "../../../core";
import { readPoints as read, readPointsLater as readLater, type MatrixLike } from "../../../core/values";
import type { Matrix64 } from "../../../algebra";

const needs = {
  rows: 2,
  differ: "so there is no distance to learn. Check the features.",
  advice: "Remove or fill in that row.",
};

/**
 * The rows of x in float64, centered at the origin. Distances stay the same, and the learned metric does not change when all points
 * are shifted. `name` is for error texts.
 */
export function readPoints(x: MatrixLike, name: string): Matrix64 {
  const { data, shape } = read(x, `${name}: x`, needs);
  return centered(data, ...shape);
}

/** The same, but tensors are read asynchronously, as the webgpu engine requires. */
export async function readPointsLater(x: MatrixLike, name: string): Promise<Matrix64> {
  const { data, shape } = await readLater(x, `${name}: x`, needs);
  return centered(data, ...shape);
}

function centered(data: Float32Array | Float64Array, n: number, d: number): Matrix64 {
  const mean = new Float64Array(d);
  for (let at = 0; at < data.length; at++) mean[at % d] += data[at] / n;
  const moved = new Float64Array(data.length);
  for (let at = 0; at < data.length; at++) moved[at] = data[at] - mean[at % d];
  return { data: moved, shape: [n, d] };
}

/** Rejects a k larger than the number of other points. */
export function checkNeighbors(name: string, k: number, n: number): void {
  check(
    k <= n - 1,
    () => `${name}: k must be in [1, n-1], got k=${k} with n=${plural(n, "point")}. Lower k or add points.`,
  );
}
