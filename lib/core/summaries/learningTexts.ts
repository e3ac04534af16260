import { plural } from "../printing";

export interface SplitLike {
  labels: ArrayLike<number>;
  labeled: ArrayLike<number>;
  unlabeled: ArrayLike<number>;
  validation: ArrayLike<number>;
}

/** "split of 1,000 examples: 100 labeled, 750 unlabeled, 150 for validation" */
export function splitText({ labels, labeled, unlabeled, validation }: SplitLike): string {
  const [known, hidden, aside] = [labeled, unlabeled, validation].map(({ length }) =>
    length.toLocaleString("en-US"),
  );
  return `split of ${plural(labels.length, "example")}: ${known} labeled, ${hidden} unlabeled, ${aside} for validation`;
}

export interface TripletsLike {
  count: number;
  anchors: ArrayLike<number>;
  positives: ArrayLike<number>;
  negatives: ArrayLike<number>;
  weights?: ArrayLike<number> | undefined;
}

/** How many triplets a summary shows. */
const first = 3;

/** "100 triplets (anchor, positive, negative) of 50 anchors: (0, 1, 2), …" */
export function tripletsText({ count, anchors, positives, negatives, weights }: TripletsLike): string {
  const head = `${plural(count, "triplet")} (anchor, positive, negative)`;
  if (count === 0) return head;
  const shown = Array.from(
    { length: Math.min(first, count) },
    (_, t) => `(${anchors[t]}, ${positives[t]}, ${negatives[t]})`,
  );
  const weighted = weights ? ", weighted" : "";
  const more = count > first ? ", …" : "";
  return `${head} of ${plural(new Set(Array.from(anchors)).size, "anchor")}${weighted}: ${shown.join(", ")}${more}`;
}

export interface MetricLike {
  matrix: { data: ArrayLike<number>; shape: readonly number[] };
  factor: { data: ArrayLike<number>; shape: readonly number[] };
}

/** "metric M = LLᵀ [64, 64] of rank 12, L [64, 12]" */
export function metricText({ matrix, factor }: MetricLike): string {
  return `metric M = LLᵀ [${matrix.shape.join(", ")}] of rank ${factor.shape[1]}, L [${factor.shape.join(", ")}]`;
}
