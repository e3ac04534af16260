import type { Matrix } from "../../core/values";
import { squaredDistance } from "../../graph";
import { DistanceBlocks, engineIsWorth } from "../distances/distanceBlocks";

/** Squared distances in float32 from some queries to all n points: `values[r * n + j]` is that from query `from + r` to point j. */
export interface EstimateBlock {
  from: number;
  to: number;
  values: Float32Array;
}

/** The squared distances from some of the points to all n, in blocks of rows, on the current engine if that is faster. */
export function estimateBlocks(
  points: Matrix,
  centered: Matrix<Float64Array>,
  queries: Int32Array,
): Generator<EstimateBlock, void> {
  const [n, d] = points.shape;
  return engineIsWorth(queries.length * n * d)
    ? engineBlocks(centered, queries)
    : plainBlocks(points, queries);
}

function* engineBlocks(
  { data, shape: [n, d] }: Matrix<Float64Array>,
  queries: Int32Array,
): Generator<EstimateBlock, void> {
  const blocks = new DistanceBlocks(rowsOf(data, d, queries), d, n);
  const others = blocks.others(data);
  try {
    for (let block = 0, from = 0; block < blocks.count; block++, from += blocks.height) {
      const distances = blocks.distances(block, others);
      const values = distances.dataSync<"float32">();
      distances.dispose();
      yield { from, to: Math.min(queries.length, from + blocks.height), values };
    }
  } finally {
    others.dispose();
    blocks.dispose();
  }
}

/** The rows of the queries; the data themselves if every point is a query. */
function rowsOf(data: Float64Array, d: number, queries: Int32Array): Float64Array {
  if (queries.length * d === data.length) return data;
  const rows = new Float64Array(queries.length * d);
  queries.forEach((i, q) => {
    rows.set(data.subarray(i * d, (i + 1) * d), q * d);
  });
  return rows;
}

function* plainBlocks({ data, shape: [n, d] }: Matrix, queries: Int32Array): Generator<EstimateBlock, void> {
  const height = Math.min(queries.length, 64);
  const values = new Float32Array(height * n);
  for (let from = 0; from < queries.length; from += height) {
    const to = Math.min(queries.length, from + height);
    for (let q = from, at = 0; q < to; q++) {
      for (let j = 0; j < n; j++, at++) values[at] = squaredDistance(data, d, queries[q], j, Infinity);
    }
    yield { from, to, values };
  }
}
