import { check, drain, plural, type Steps } from "../core";
import type { Labels, MatrixLike } from "../core/values";
import { neighborRelevance } from "./ranking/neighborRelevance";
import { type LabeledPoints, readLabeledPoints } from "./distances/labeledPoints";

/** How well the ranking of each point's neighbors matches the classes: means over the points, in [0, 1]. */
export interface NeighborQuality {
  /** Recall@K by K. */
  recall: Record<number, number>;
  mapAtR: number;
  rPrecision: number;
}

/**
 * MAP@R (Musgrave, Belongie & Lim 2020, "A Metric Learning Reality Check"): for a point with R others of its class,
 * (1/R) Σ_{r ≤ R} P(r) · rel(r) over its R nearest, where P(r) is the share of its class among the first r and rel(r) is 1
 * if the r-th has its class; averaged over the points. Points that are alone in their class are left out.
 *
 * @example mapAtR(x, classes); // → 1
 */
export function mapAtR(embeddings: MatrixLike, labels: Labels): number {
  return drain(neighborQuality(readLabeledPoints(embeddings, labels, "mapAtR"), [], "mapAtR")).mapAtR;
}

/**
 * R-precision: for a point with R others of its class, their share among its R nearest, averaged over the points. Points that are
 * alone in their class are left out.
 *
 * @example rPrecision(x, classes); // → 1
 */
export function rPrecision(embeddings: MatrixLike, labels: Labels): number {
  const points = readLabeledPoints(embeddings, labels, "rPrecision");
  return drain(neighborQuality(points, [], "rPrecision")).rPrecision;
}

/** MAP@R, R-precision and Recall@K of some of the points, or all, in one pass over the distances. Yields the share of queries done. */
export function* neighborQuality(
  labeled: LabeledPoints,
  recallAt: readonly number[],
  name: string,
  queries: Int32Array = Int32Array.from(labeled.labels.keys()),
): Steps<number, NeighborQuality> {
  const { labels, classSizes } = labeled;
  const n = labels.length;
  const others = Int32Array.from(labels, (label) => classSizes.get(label)! - 1);
  const judged = queries.reduce((count, i) => count + (others[i] > 0 ? 1 : 0), 0);
  check(
    judged > 0,
    () =>
      `${name}: labels must hold a class of at least 2 points, got ${plural(n, "class", "classes")} of 1 point each. Add points of these classes.`,
  );
  const farthest = Math.max(0, ...recallAt);
  const found = recallAt.map(() => 0);
  let sumOfMap = 0;
  let sumOfPrecision = 0;
  const judge = (i: number, relevance: Uint8Array) => {
    const first = relevance.indexOf(1);
    recallAt.forEach((k, at) => (found[at] += first >= 0 && first < k ? 1 : 0));
    if (others[i] === 0) return;
    const { average, share } = precision(relevance, others[i]);
    sumOfMap += average;
    sumOfPrecision += share;
  };
  const wanted = others.map((r) => Math.max(r, farthest));
  for (const done of neighborRelevance(labeled, wanted, judge, queries)) yield done / queries.length;
  return {
    recall: Object.fromEntries(recallAt.map((k, at) => [k, found[at] / queries.length])),
    mapAtR: sumOfMap / judged,
    rPrecision: sumOfPrecision / judged,
  };
}

/** Over the first R: (1/R) Σ P(r) · rel(r), and the share of relevant points. */
function precision(relevance: Uint8Array, R: number): { average: number; share: number } {
  let hits = 0;
  let sum = 0;
  for (let r = 0; r < R; r++) if (relevance[r] === 1) sum += ++hits / (r + 1);
  return { average: sum / R, share: hits / R };
}
