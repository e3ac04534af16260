import * as tf from "@tensorflow/tfjs-core";
import { check, UserError } from "../common/errors";
import { toFloat64, type Matrix, type MatrixLike } from "../common/matrix";
import { graphDefaults } from "./defaults";
import type { KnnGraph } from "./graph";
import { nearestByEngine } from "./nearestByEngine";
import { nearestOfRow, type NearestRows } from "./nearestOfRow";

export interface KnnOptions {
  /** Neighbours a point. Default 10; the paper takes 50 for the fine-grained sets. */
  k?: number;
}

/** Below this many multiplications a product on the engine does not pay. */
const smallWork = 2e7;

/**
 * The k nearest neighbours of every row of z by Euclidean distance, exactly (paper §2). A point is never its own neighbour, whatever its
 * duplicates; equal distances come in the order of their indices. Memory is O(n · block).
 *
 * @param z embeddings, [n, d]
 * @example const graph = knnGraph(embed(network, images), { k: 10 });
 */
export function knnGraph(z: MatrixLike, { k = graphDefaults.k }: KnnOptions = {}): KnnGraph {
  const points = readPoints(z);
  const [n, d] = points.shape;
  check(n >= 2 && d >= 1, () => `knnGraph: z must have at least two rows, got shape [${n}, ${d}].`);
  check(
    Number.isInteger(k) && k >= 1 && k < n,
    () => `knnGraph: k must be in [1, n-1], got k=${k} with n=${n}. Lower k or add points.`,
  );
  checkValues(points);

  const rows: NearestRows = { neighbors: new Int32Array(n * k), distances: new Float32Array(n * k) };
  const engine = tf.engine().backendName as string | undefined;
  if (n * n * d < smallWork || engine === undefined || engine === "cpu" || engine === "webgpu") {
    for (let i = 0; i < n; i++) nearestOfRow(points, i, k, rows);
  } else {
    nearestByEngine(points, k, rows);
  }
  return { n, k, ...rows };
}

function readPoints(z: MatrixLike): Matrix<Float64Array> {
  try {
    return toFloat64(z, "knnGraph: z");
  } catch (error) {
    if (error instanceof UserError && error.message.includes("synchronously")) {
      throw new UserError(
        "knnGraph: z is a tensor of the webgpu engine, which cannot be read at once. Pass `await z.array()` instead.",
      );
    }
    throw error;
  }
}

/** NaN has no neighbours, and points that are all one have no nearest. */
function checkValues({ data, shape: [n, d] }: Matrix<Float64Array>): void {
  const wrong = data.findIndex((value) => !Number.isFinite(value));
  check(
    wrong < 0,
    () =>
      `knnGraph: z must be finite, got ${data[wrong]} in row ${Math.floor(wrong / d)}, column ${wrong % d}. Look for a training run that diverged.`,
  );
  check(
    data.some((value, at) => value !== data[at % d]),
    () =>
      `knnGraph: the ${n} rows of z are all equal, so that none is nearest. The embedding has collapsed: lower the learning rate.`,
  );
}
