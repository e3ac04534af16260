import { random } from "../../../core/values/random";
import { drawPairs, type PartnerRanges } from "./drawPairs";
import { kind, uniformPairs, type Pairs } from "./pairs";

export interface PairLimits {
  /** At most so many pairs of each kind; of more, a random choice. */
  maxPairs: number;
  /** Seed of that choice. */
  seed: number;
}

/** The pairs of labeled points of one class and of two classes, each with weight 1. */
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

/** Pairs of which one point at least is unlabeled, each with weight 1. */
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
