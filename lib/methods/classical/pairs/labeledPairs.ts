import { random, type Random } from "../../../core/values";
import { kind, uniformPairs, type Pairs } from "./pairs";

export interface PairLimits {
  /** Maximum number of pairs of each kind; a random subset if there are more. */
  maxPairs: number;
  /** Seed of the random subset. */
  seed: number;
}

/** The pairs of labeled points of the same class, and of different classes, each with weight 1. */
export function labeledPairs(
  labels: Int32Array,
  { maxPairs, seed }: PairLimits,
): { similar: Pairs; dissimilar: Pairs } {
  const order = Int32Array.from(labels.keys())
    .filter((i) => labels[i] >= 0)
    .sort((i, j) => labels[i] - labels[j] || i - j);
  const ends = classEnds(order, labels);
  const noise = random(seed);
  const draw = (ranges: Omit<PartnerRanges, "order">, kind: number) => {
    const { first, second } = drawPairs({ order, ...ranges }, maxPairs, noise);
    return uniformPairs(first, second, kind, 1);
  };
  return {
    similar: draw({ from: (p) => p + 1, to: (p) => ends[p] }, kind.similar),
    dissimilar: draw({ from: (p) => ends[p], to: () => order.length }, kind.dissimilar),
  };
}

/** Where the class of each position ends. */
function classEnds(order: Int32Array, labels: Int32Array): Int32Array {
  const ends = new Int32Array(order.length);
  for (let p = order.length - 1; p >= 0; p--) {
    const isLast = p === order.length - 1 || labels[order[p]] !== labels[order[p + 1]];
    ends[p] = isLast ? p + 1 : ends[p + 1];
  }
  return ends;
}

/** Pairs with at least one unlabeled point, each with weight 1. */
export function unlabeledPairs(labels: Int32Array, { maxPairs, seed }: PairLimits): Pairs {
  const all = Int32Array.from(labels.keys());
  const unlabeled = all.filter((i) => labels[i] < 0);
  const order = Int32Array.from([...unlabeled, ...all.filter((i) => labels[i] >= 0)]);
  const ranges = {
    order,
    from: (p: number) => p + 1,
    to: (p: number) => (p < unlabeled.length ? order.length : 0),
  };
  const { first, second } = drawPairs(ranges, maxPairs, random(seed));
  return uniformPairs(first, second, kind.unknown, 1);
}

/** Points in an order in which the partners of the one at position p are at positions from(p) … to(p) − 1. */
interface PartnerRanges {
  order: Int32Array;
  from: (position: number) => number;
  to: (position: number) => number;
}

/** All pairs of the ranges, or `most` distinct random ones if there are more. Memory grows with the result only. */
function drawPairs(
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

/** `count` distinct integers in [0, total), ascending. */
function distinct(total: number, count: number, noise: Random): Float64Array {
  const numbers = new Set<number>();
  while (numbers.size < count) numbers.add(Math.floor(noise.uniform() * total));
  return Float64Array.from(numbers).sort();
}
