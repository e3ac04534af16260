import type { Random } from "../../../core/values/random";

/** Points in an order in which the partners of the one at position p are at positions from(p) … to(p) − 1. */
export interface PartnerRanges {
  order: Int32Array;
  from: (position: number) => number;
  to: (position: number) => number;
}

/** All pairs of the ranges, or `most` different ones at random where there are more. Memory grows with what is returned. */
export function drawPairs(
  { order, from, to }: PartnerRanges,
  most: number,
  noise: Random,
): { first: Int32Array; second: Int32Array } {
  // Pair number t belongs to the position p with starts[p] ≤ t < starts[p + 1].
  const starts = new Float64Array(order.length + 1);
  for (let p = 0; p < order.length; p++) starts[p + 1] = starts[p] + Math.max(0, to(p) - from(p));
  const total = starts[order.length];
  const numbers = total <= most ? undefined : distinct(total, most, noise);
  const count = numbers?.length ?? total;
  const first = new Int32Array(count);
  const second = new Int32Array(count);
  for (let e = 0, p = 0; e < count; e++) {
    const number = numbers ? numbers[e] : e;
    while (starts[p + 1] <= number) p++;
    first[e] = order[p];
    second[e] = order[from(p) + number - starts[p]];
  }
  return { first, second };
}

/** `count` different whole numbers below `total`, ascending. */
function distinct(total: number, count: number, noise: Random): Float64Array {
  const numbers = new Set<number>();
  while (numbers.size < count) numbers.add(Math.floor(noise.uniform() * total));
  return Float64Array.from(numbers).sort();
}
