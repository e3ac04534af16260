import { centerRows, type Matrix } from "../../core/values";
import { LargestOfRows } from "./largestOfRows";
import type { NearestList } from "./nearestList";
import { scanAll } from "./nearestPlain";
import { squaredDistance } from "./squaredDistance";

/** Candidates beyond the k wanted and the point itself, to allow for small errors of float32 in their order. */
const spare = 3;
/**
 * Values per block of the n x n products: 28 MB, more only if n is very large. Large blocks are multiplied
 * faster, but from 32 MB Linux maps the memory of every block anew, page by page.
 */
const blockSize = 7e6;
/** Rounding of float32, and of the coarsest "float32" product that graphics processors use. */
const unit = { float32: 2 ** -24, coarse: 2 ** -10 };

/**
 * Finds the k nearest points of every point on the current engine and calls `found` for each: matMul computes
 * x·y − ½‖y‖² for blocks of rows, and the largest values of each row are candidates, ranked by exact distances. If rounding
 * could hide a nearer point after the last candidate, as with many equal distances, the whole row is searched.
 */
export function nearestOnEngine(
  points: Matrix,
  k: number,
  list: NearestList,
  found: (i: number) => void,
): void {
  const { data, shape } = points;
  const [n, d] = shape;
  const { centered, squares } = centerRows(points, Float32Array);
  const wanted = Math.min(n, k + 1 + spare);
  const farthest = Math.sqrt(squares.reduce((a, b) => Math.max(a, b), 0));
  const height = Math.min(n, Math.max(64, Math.floor(blockSize / n)));
  const largest = new LargestOfRows(centered.data, squares, d, wanted, height);
  try {
    for (let block = 0, from = 0; from < n; block++, from += height) {
      const to = Math.min(n, from + height);
      largest.find(block);
      let rounding = unit.float32;
      for (let i = from, first = 0; i < to; i++, first += wanted) {
        const reach = (d + 8) * (Math.sqrt(squares[i]) + farthest) ** 2;
        let complete = wanted === n;
        list.clear();
        for (let c = first; c < first + wanted; c++) {
          const j = largest.points[c];
          const estimate = squares[i] - 2 * largest.values[c];
          complete ||= estimate - reach * rounding > list.reach;
          if (complete && wanted < n) break;
          if (j === i) continue;
          const square = squaredDistance(data, d, i, j, Infinity);
          if (Math.abs(estimate - square) > reach * unit.float32) rounding = unit.coarse;
          list.add(j, square);
        }
        if (!complete) scanAll(points, i, list);
        found(i);
      }
    }
  } finally {
    largest.dispose();
  }
}
