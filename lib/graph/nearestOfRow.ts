import type { Matrix } from "../common/matrix";

/** Where the neighbours of all rows go: k places each, nearest first. */
export interface NearestRows {
  neighbors: Int32Array;
  distances: Float32Array;
}

/**
 * Writes the k nearest of `candidates` (all points where there are none) to row i, in float64 from the differences of the coordinates, so
 * that duplicates have distance 0 exactly. Equal distances: the smaller index first. Returns the k-th squared distance.
 */
export function nearestOfRow(
  { data, shape: [n, d] }: Matrix<Float64Array>,
  i: number,
  k: number,
  { neighbors, distances }: NearestRows,
  candidates?: ArrayLike<number>,
): number {
  const index = new Int32Array(k);
  const squared = new Float64Array(k).fill(Infinity);
  const count = candidates?.length ?? n;
  for (let c = 0; c < count; c++) {
    const j = candidates ? candidates[c] : c;
    if (j === i) continue;
    let sum = 0;
    const worst = squared[k - 1];
    for (let a = i * d, b = j * d, end = a + d; a < end && sum <= worst; a++, b++) {
      const difference = data[a] - data[b];
      sum += difference * difference;
    }
    if (sum > worst || (sum === worst && j > index[k - 1])) continue;
    let at = k - 1;
    while (at > 0 && (squared[at - 1] > sum || (squared[at - 1] === sum && index[at - 1] > j))) {
      squared[at] = squared[at - 1];
      index[at] = index[at - 1];
      at--;
    }
    squared[at] = sum;
    index[at] = j;
  }
  neighbors.set(index, i * k);
  for (let s = 0; s < k; s++) distances[i * k + s] = Math.sqrt(squared[s]);
  return squared[k - 1];
}
