import type { KnnGraph } from "../knn/graph";
import { classesOf } from "../../core/values";
import type { YieldToEventLoop } from "../../core";
import { fullAccuracy, solveProximity } from "../proximity/solveProximity";

/** The influence of the labels on every point: the columns of W* at labeled points. */
export interface LabelFlow {
  classes: number[];
  /** W*_ij for every i, j any labeled point of this class: 2F_ic − Σ_c F_ic. */
  ofClass(label: number): Float64Array;
}

/**
 * The labeled block of W⁰ is 2YYᵀ − 11ᵀ, so that the columns of W* = PW⁰ at labeled points are 2F Yᵀ − (F1)1ᵀ with
 * F = P[:, L]Y: one right-hand side per class, regardless of the number of labeled points.
 */
export async function labelFlow(
  graph: KnnGraph,
  labels: Int32Array,
  gamma: number,
  yieldToEventLoop: YieldToEventLoop,
): Promise<LabelFlow> {
  const classes = classesOf(labels);
  const columns: Float64Array[] = [];
  for (let from = 0; from < classes.length; from += 4) {
    const rightSides = classes
      .slice(from, from + 4)
      .map((label) => Float64Array.from(labels, (own) => (own === label ? 1 - gamma : 0)));
    columns.push(...solveProximity(graph, gamma, rightSides, { accuracy: fullAccuracy(gamma) }).solutions);
    await yieldToEventLoop();
  }
  const total = new Float64Array(graph.n);
  for (const column of columns) for (let i = 0; i < total.length; i++) total[i] += column[i];
  const flow = new Map(
    classes.map((label, c) => [label, columns[c].map((value, i) => 2 * value - total[i])]),
  );
  return { classes, ofClass: (label) => flow.get(label)! };
}
