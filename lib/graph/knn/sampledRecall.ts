import { random, type Matrix } from "../../core/values";
import { NearestList } from "./nearestList";
import { squaredDistance } from "./squaredDistance";

/** How many points are searched exactly to judge an approximate graph. */
export const recallSample = 300;
/** Points per block; a block stays in the processor's cache while every sampled point is compared with it. */
const block = 256;

/**
 * The share of the k true nearest neighbors that `neighbors` holds, estimated on random points. A found neighbor counts if it is at most as
 * far as the k-th true one, so that ties do not matter.
 */
export function sampledRecall(
  { data, shape: [n, d] }: Matrix,
  k: number,
  neighbors: Int32Array,
  seed: number,
): number {
  const sample = random(seed).sample(n, Math.min(n, recallSample));
  const found = Array.from(sample, (i) =>
    Float64Array.from(neighbors.subarray(i * k, (i + 1) * k), (j) =>
      squaredDistance(data, d, i, j, Infinity),
    ),
  );
  // The k-th true neighbor is at most as far as the k-th found one.
  const reaches = found.map((squares) => squares.reduce((a, b) => Math.max(a, b), 0));
  const lists = found.map(() => new NearestList(k));
  for (let from = 0; from < n; from += block) {
    const to = Math.min(n, from + block);
    for (let s = 0; s < sample.length; s++) {
      const i = sample[s];
      const list = lists[s];
      for (let j = from; j < to; j++) {
        if (j === i) continue;
        const reach = Math.min(list.reach, reaches[s]);
        const square = squaredDistance(data, d, i, j, reach);
        if (square <= reach) list.add(j, square);
      }
    }
  }
  let hits = 0;
  found.forEach((squares, s) => {
    for (const square of squares) if (square <= lists[s].reach) hits++;
  });
  return hits / (sample.length * k);
}
