import type { Matrix } from "../../core/values";
import type { NearestList } from "./nearestList";
import { squaredDistance } from "./squaredDistance";

/** Fills `list` with the nearest points of point i, except itself. */
export function scanAll({ data, shape: [n, d] }: Matrix, i: number, list: NearestList): void {
  list.clear();
  for (let j = 0; j < n; j++) {
    if (j === i) continue;
    const reach = list.reach;
    const square = squaredDistance(data, d, i, j, reach);
    if (square <= reach) list.add(j, square);
  }
}

/** Finds the k nearest points of every point in plain TypeScript and calls `found` for each. */
export function nearestPlain(points: Matrix, list: NearestList, found: (i: number) => void): void {
  for (let i = 0; i < points.shape[0]; i++) {
    scanAll(points, i, list);
    found(i);
  }
}
