import type { Matrix } from "../../core/values";
import { squaredDistance } from "../../graph";
import { DistanceBlocks, engineIsWorth } from "../distances/distanceBlocks";

/** Squared distances in float32 from some points to all n: `values[r * n + j]` is that from point `from + r` to point j. */
export interface EstimateBlock {
  from: number;
  to: number;
  values: Float32Array;
}

/** All n x n squared distances in blocks of rows, on the current engine if that is faster. */
export function estimateBlocks(
  points: Matrix,
  centered: Matrix<Float64Array>,
): Generator<EstimateBlock, void> {
  const [n, d] = points.shape;
  return engineIsWorth(n ** 2 * d) ? engineBlocks(centered) : plainBlocks(points);
}

function* engineBlocks({ data, shape: [n, d] }: Matrix<Float64Array>): Generator<EstimateBlock, void> {
  const blocks = new DistanceBlocks(data, d, n);
  const others = blocks.others(data);
  try {
    for (let block = 0, from = 0; block < blocks.count; block++, from += blocks.height) {
      const distances = blocks.distances(block, others);
      const values = distances.dataSync<"float32">();
      distances.dispose();
      yield { from, to: Math.min(n, from + blocks.height), values };
    }
  } finally {
    others.dispose();
    blocks.dispose();
  }
}

function* plainBlocks({ data, shape: [n, d] }: Matrix): Generator<EstimateBlock, void> {
  const height = Math.min(n, 64);
  const values = new Float32Array(height * n);
  for (let from = 0; from < n; from += height) {
    const to = Math.min(n, from + height);
    for (let i = from, at = 0; i < to; i++) {
      for (let j = 0; j < n; j++, at++) values[at] = squaredDistance(data, d, i, j, Infinity);
    }
    yield { from, to, values };
  }
}
