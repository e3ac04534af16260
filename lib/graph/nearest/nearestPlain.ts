import type { NearestList } from "./nearestList";
import { squaredDistance } from "./squaredDistance";

/** Fills `list` with the nearest points of point i, itself left out; what is in the list already must be exact. */
export function scanAll(data: Float64Array, n: number, d: number, i: number, list: NearestList): void {
  list.clear();
  for (let j = 0; j < n; j++) {
    if (j === i) continue;
    const reach = list.reach;
    const square = squaredDistance(data, d, i, j, reach);
    if (square <= reach) list.add(j, square);
  }
}

/** Calls `found` with the k nearest points of every point, in plain TypeScript. */
export function nearestPlain(
  data: Float64Array,
  [n, d]: [number, number],
  list: NearestList,
  found: (i: number) => void,
): void {
  for (let i = 0; i < n; i++) {
    scanAll(data, n, d, i, list);
    found(i);
  }
}
