import { check } from "../../core/errors";
import type { Matrix, MatrixLike } from "../../core/values/matrix";
import { readPointsLater } from "../../core/values/points";
import { layoutNeeds, pcaLayout, randomLayout } from "../initialLayout";

/** Small enough that all pairs start in the kernel's flat middle. */
const scale = 1e-4;

/** The layout that the descent starts from, an array of its own. */
export async function initialPoints(
  x: Matrix,
  start: "pca" | "random" | MatrixLike,
  { dimensions, seed }: { dimensions: number; seed: number },
): Promise<Float64Array> {
  const n = x.shape[0];
  if (start === "pca") return pcaLayout(x, { dimensions, seed, scale });
  if (start === "random") return randomLayout(n, { dimensions, seed, scale });
  const { data, shape } = await readPointsLater(start, "tsne: initialization", layoutNeeds);
  check(
    shape[0] === n && shape[1] === dimensions,
    () =>
      `tsne: initialization must have the shape [${n}, ${dimensions}] of the layout, got [${String(shape)}]. Pass one row per point.`,
  );
  return Float64Array.from(data);
}
