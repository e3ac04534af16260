import type { Matrix } from "../core/values";

/** How far two rows are apart: ‖x − y‖², or ‖x − y‖. */
export type Distance = "squared" | "euclidean";

/** The distances of row i to the rows at the given positions, in float64. */
export function distancesFrom(
  { data, shape: [, d] }: Matrix,
  i: number,
  others: Int32Array,
  distance: Distance,
): Float64Array {
  const own = data.subarray(i * d, (i + 1) * d);
  return Float64Array.from(others, (j) => {
    let sum = 0;
    for (let c = 0, at = j * d; c < d; c++, at++) sum += (own[c] - data[at]) ** 2;
    return distance === "squared" ? sum : Math.sqrt(sum);
  });
}
