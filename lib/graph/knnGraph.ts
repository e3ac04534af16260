import * as tf from "@tensorflow/tfjs-core";
import { check } from "../common/errors";
import { type MatrixLike, toFloat32, toFloat64 } from "../common/matrix";
import { graphDefaults } from "./defaults";
import type { KnnGraph } from "./graph";
import { NearestList } from "./nearest/nearestList";
import { nearestOnEngine } from "./nearest/nearestOnEngine";
import { nearestPlain } from "./nearest/nearestPlain";
import type { Points } from "./nearest/squaredDistance";
import { printsAs } from "./squareMatrix";

export interface KnnOptions {
  /** Neighbours per point, in [1, n − 1]. Default 10, the paper's (50 for the fine-grained sets). */
  k?: number;
}

/** Below so many operations n·n·d plain TypeScript is done before an engine is under way. */
const engineWorth = 1e7;

/**
 * The graph of the k nearest neighbours N_k(z_i) of every row of z, [n, d], by Euclidean distance (paper §2). Exact on
 * every engine; a point is never its own neighbour, but its duplicates are; equal distances: smaller index first.
 * Memory stays O(n·block): the n x n distances never exist at once.
 *
 * @example const graph = knnGraph(z, { k: 10 }); graph.neighbors.subarray(0, 10); // of point 0, nearest first
 */
export function knnGraph(z: MatrixLike, { k = graphDefaults.k }: KnnOptions = {}): KnnGraph {
  const engine = tf.engine().backendName ?? "";
  check(
    !(z instanceof tf.Tensor && engine === "webgpu"),
    () =>
      "knnGraph: z is a tensor of the webgpu engine, which can only be read asynchronously. Pass await z.array() instead.",
  );
  const single = z instanceof tf.Tensor || ("data" in z && z.data instanceof Float32Array);
  const { data, shape } = single ? toFloat32(z, "knnGraph: z") : toFloat64(z, "knnGraph: z");
  const [n, d] = shape;
  check(
    n >= 2 && d >= 1,
    () => `knnGraph: z must have at least 2 rows and 1 column, got shape [${n}, ${d}].`,
  );
  check(
    Number.isInteger(k) && k >= 1 && k <= n - 1,
    () => `knnGraph: k must be in [1, n-1], got k=${k} with n=${n}. Lower k or add points.`,
  );
  const points = { data, n, d };
  checkPoints(points);

  const neighbors = new Int32Array(n * k);
  const distances = new Float32Array(n * k);
  const list = new NearestList(k);
  const found = (i: number) => {
    neighbors.set(list.points, i * k);
    for (let s = 0; s < k; s++) distances[i * k + s] = Math.sqrt(list.squares[s]);
  };
  const useEngine = (engine === "tensorflow" || engine === "wasm") && n * n * d >= engineWorth;
  if (useEngine) nearestOnEngine(points, k, list, found);
  else nearestPlain(points, list, found);
  return printsAs(`kNN graph: ${n} points, k = ${k}`, { n, k, neighbors, distances });
}

function checkPoints({ data, n, d }: Points): void {
  let wrong = -1;
  let differs = false;
  for (let i = 0, at = 0; i < n; i++) {
    for (let c = 0; c < d; c++, at++) {
      if (!Number.isFinite(data[at]) && wrong < 0) wrong = at;
      if (data[at] !== data[c]) differs = true;
    }
  }
  check(
    wrong < 0,
    () =>
      `knnGraph: z must be finite, got ${data[wrong]} in row ${Math.floor(wrong / d)}, column ${wrong % d}. Check the network's output for overflow.`,
  );
  check(
    differs,
    () =>
      `knnGraph: all ${n} rows of z are equal, so no point is nearer than another. Check that the embeddings did not collapse.`,
  );
}
