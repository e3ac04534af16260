import { advised, listOf, wholeNumber } from "../core/options";
import { check, type Steps } from "../core";
import type { Labels, MatrixLike } from "../core/values";
import { knnGraph } from "../graph";
import { type LabeledPoints, readLabeledPoints } from "./distances/labeledPoints";
import { neighborRelevance } from "./ranking/neighborRelevance";

/**
 * Recall@K (paper §4): the share of points with at least one point of their class among their K nearest others, by K. A
 * point that is alone in its class counts as a miss. Ties go to the smaller index.
 *
 * @example recallAtK(x, classes, [1, 2]); // → { 1: 1, 2: 1 }
 */
export function recallAtK(
  embeddings: MatrixLike,
  labels: Labels,
  ks: readonly number[],
): Record<number, number> {
  const labeled = readLabeledPoints(embeddings, labels, "recallAtK");
  neighborCounts.read(ks, "recallAtK: ks");
  checkNeighborCounts(ks, labeled.labels.length, "recallAtK: ks");
  return recallOf(labeled, ks);
}

export function recallOf({ points, labels }: LabeledPoints, ks: readonly number[]): Record<number, number> {
  const [n] = points.shape;
  const k = Math.max(...ks);
  const { neighbors } = knnGraph(points, { k, method: "exact" });
  const found = ks.map(() => 0);
  for (let i = 0; i < n; i++) {
    let place = 0;
    while (place < k && labels[neighbors[i * k + place]] !== labels[i]) place++;
    ks.forEach((wanted, at) => (found[at] += place < wanted ? 1 : 0));
  }
  return Object.fromEntries(ks.map((wanted, at) => [wanted, found[at] / n]));
}

/** Recall@K of some of the points among all. Yields the share of queries done. */
export function* recallOfQueries(
  labeled: LabeledPoints,
  ks: readonly number[],
  queries: Int32Array,
): Steps<number, Record<number, number>> {
  const found = ks.map(() => 0);
  const wanted = new Int32Array(labeled.labels.length).fill(Math.max(...ks));
  const judge = (_: number, relevance: Uint8Array) => {
    const first = relevance.indexOf(1);
    ks.forEach((k, at) => (found[at] += first >= 0 && first < k ? 1 : 0));
  };
  for (const done of neighborRelevance(labeled, wanted, judge, queries)) yield done / queries.length;
  return Object.fromEntries(ks.map((k, at) => [k, found[at] / queries.length]));
}

/** A list of K, for schemas. */
const counts = listOf(
  wholeNumber({ min: 1, max: "n-1" }),
  "a non-empty array of whole numbers in [1, n-1], such as [1, 2, 4, 8]",
  { min: 1 },
);
export const neighborCounts: typeof counts = {
  ...counts,
  read: (value, name) =>
    typeof value === "number"
      ? advised(`Write [${value}].`, counts).read(value, name)
      : counts.read(value, name),
};

/** Rejects a K that is not below n. `name` is for error texts: "recallAtK: ks". */
export function checkNeighborCounts(ks: readonly number[], n: number, name: string): void {
  for (const k of ks) {
    check(
      k <= n - 1,
      () => `${name} must hold whole numbers in [1, n-1], got ${k} with n=${n}. Lower it or add points.`,
    );
  }
}
