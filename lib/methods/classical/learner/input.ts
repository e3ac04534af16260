import * as tf from "@tensorflow/tfjs-core";
import { check } from "../../../common/errors";
import { toFloat64, type MatrixLike } from "../../../common/matrix";
import type { Matrix64 } from "../../../manifold/algebra/algebra";

/**
 * The rows of x in float64, with their mean moved to the origin: distances do not change, and neither do metrics then when all
 * points are shifted. `name` is for error texts.
 */
export function readPoints(x: MatrixLike, name: string): Matrix64 {
  check(
    !(x instanceof tf.Tensor && tf.engine().backendName === "webgpu"),
    () =>
      `${name}: x is a tensor of the webgpu engine, which can only be read asynchronously. Pass await x.array() instead.`,
  );
  const { data, shape } = toFloat64(x, `${name}: x`);
  const [n, d] = shape;
  check(
    n >= 2 && d >= 1,
    () => `${name}: x must have at least 2 rows and 1 column, got shape [${n}, ${d}]. Add points.`,
  );
  const wrong = data.findIndex((value) => !Number.isFinite(value));
  check(
    wrong < 0,
    () =>
      `${name}: x must be finite, got ${data[wrong]} in row ${Math.floor(wrong / d)}, column ${wrong % d}. Remove or fill in that row.`,
  );
  check(
    data.some((value, at) => value !== data[at % d]),
    () => `${name}: all ${n} rows of x are equal, so there is no distance to learn. Check the features.`,
  );
  return centered(data, n, d);
}

function centered(data: Float64Array, n: number, d: number): Matrix64 {
  const mean = new Float64Array(d);
  for (let at = 0; at < data.length; at++) mean[at % d] += data[at] / n;
  return { data: data.map((value, at) => value - mean[at % d]), shape: [n, d] };
}

/** Refuses a graph of more neighbours than there are other points. */
export function checkNeighbors(name: string, k: number, n: number): void {
  check(
    k <= n - 1,
    () => `${name}: k must be in [1, n-1], got k=${k} with n=${n} points. Lower k or add points.`,
  );
}
