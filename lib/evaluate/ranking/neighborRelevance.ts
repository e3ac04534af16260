import { squaredDistance } from "../../graph";
import { centerRows } from "../../core/values";
import type { LabeledPoints } from "../distances/labeledPoints";
import { estimateBlocks } from "./estimateBlocks";
import { NearestCandidates } from "./nearestCandidates";
import { orderedRelevance } from "./orderedRelevance";

/** Rounding of float32, and of the coarsest "float32" product that graphics processors use. */
const unit = { float32: 2 ** -24, coarse: 2 ** -10 };

/**
 * Calls `judge` for every query i, one of the points in ascending order, with the relevance of its `wanted[i]` nearest others, nearest first: 1 if they share its
 * class. Exact on every engine: float32 distances only select the points that can be among the wanted; those are ordered by
 * float64 distances, ties by index. Takes O(n · block) memory. Yields the number of queries done.
 */
export function* neighborRelevance(
  { points, labels }: LabeledPoints,
  wanted: Int32Array,
  judge: (i: number, relevance: Uint8Array) => void,
  queries: Int32Array = Int32Array.from(wanted.keys()),
): Generator<number, void, undefined> {
  const { data, shape } = points;
  const [n, d] = shape;
  const { centered, squares } = centerRows(points);
  const lengths = squares.map(Math.sqrt);
  const farthest = lengths.reduce((a, b) => Math.max(a, b), 0);
  const candidates = new NearestCandidates(n);
  const distances = new Float64Array(n);
  const relevant = new Uint8Array(n);
  let rounding = unit.float32;

  for (const { from, to, values } of estimateBlocks(points, centered, queries)) {
    for (let q = from; q < to; q++) {
      const i = queries[q];
      if (wanted[i] === 0) continue;
      const first = (q - from) * n;
      const limit = (lengths[i] + farthest) ** 2;
      /** Computes the distances of the candidates, and returns the largest error of the estimates. */
      const measure = (slack: number) => {
        candidates.find(values, first, { self: i, wanted: wanted[i], limit, slack });
        let error = 0;
        for (let c = 0; c < candidates.count; c++) {
          const j = candidates.points[c];
          distances[c] = squaredDistance(data, d, i, j, Infinity);
          relevant[c] = labels[j] === labels[i] ? 1 : 0;
          error = Math.max(error, Math.abs(distances[c] - values[first + j]));
        }
        return error;
      };
      const scale = (d + 8) * limit;
      if (measure(scale * rounding) > scale * rounding) {
        rounding = unit.coarse;
        measure(scale * rounding);
      }
      const { count } = candidates;
      judge(i, orderedRelevance(distances.subarray(0, count), relevant.subarray(0, count), wanted[i]));
    }
    yield to;
  }
}
