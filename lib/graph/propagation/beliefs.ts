import { drainAsync, type Steps, type YieldToEventLoop } from "../../core";
import { classesOf, type Matrix } from "../../core/values";
import type { KnnGraph } from "../knn/graph";
import { solveSymmetricWalk, symmetricWalk } from "../proximity/symmetricWalk";

/** What is believed of every point's class. */
export interface Beliefs {
  /** The classes in the order of the columns. */
  classes: number[];
  /** F, [n, C]: the probability of each class. Rows sum to 1; those of labeled points are 0 and 1. */
  probabilities: Matrix<Float64Array>;
  /** Largest error of an entry of F. */
  errorBound: number;
}

/** The largest error of an entry of P·Y, whose rows sum to at most 1. */
const accuracy = 1e-11;
/** The most values per array of a solve, 256 MB. More are solved for in groups of classes. */
const mostValues = 2 ** 25;

/**
 * Label flow F = PY, P = (1 − γ)(I − γQ)⁻¹ with the walk Q on the undirected graph: how much of each class reaches every point. Classes are
 * balanced (columns divided by their sums), then rows are scaled to probabilities. A point that no label reaches, or only with less than 1e-10
 * of its weight, belongs to every class alike.
 */
export async function beliefsOf(
  graph: KnnGraph,
  labels: Int32Array,
  gamma: number,
  yieldToEventLoop: YieldToEventLoop,
): Promise<Beliefs> {
  const { n } = graph;
  const classes = classesOf(labels);
  const C = classes.length;
  const column = new Map(classes.map((label, c) => [label, c]));
  const columnOf = labels.map((label) => column.get(label) ?? -1);
  const { flow, flowError } = await drainAsync(
    flowOf(graph, columnOf, C, gamma, mostValues),
    undefined,
    yieldToEventLoop,
  );
  const totals = new Float64Array(C);
  for (let at = 0; at < flow.length; at++) totals[at % C] += flow[at];
  const data = new Float64Array(n * C);
  let errorBound = 0;
  for (let i = 0; i < n; i++) {
    const row = data.subarray(i * C, (i + 1) * C);
    if (labels[i] >= 0) {
      row[column.get(labels[i])!] = 1;
      continue;
    }
    let sum = 0;
    let uncertain = 0;
    for (let c = 0; c < C; c++) {
      row[c] = Math.max(0, flow[i * C + c]) / totals[c];
      sum += row[c];
      uncertain += flowError / totals[c];
    }
    if (sum > 10 * uncertain) {
      for (let c = 0; c < C; c++) row[c] /= sum;
      errorBound = Math.max(errorBound, (2 * uncertain) / sum);
    } else row.fill(1 / C);
  }
  return { classes, probabilities: { data, shape: [n, C] }, errorBound };
}

/** PY, [n, C], with Y from the column of each labeled point, −1 for unlabeled; in groups of columns that hold at most `most` values. */
export function* flowOf(
  graph: KnnGraph,
  columnOf: Int32Array,
  C: number,
  gamma: number,
  most: number,
): Steps<void, { flow: Float64Array; flowError: number }> {
  const { n } = graph;
  const walk = symmetricWalk(graph);
  const groups = Math.ceil((n * C) / most);
  const width = Math.max(1, Math.ceil(C / groups));
  const flow = new Float64Array(width < C ? n * C : 0);
  let flowError = 0;
  for (let from = 0; from < C; from += width) {
    const columns = Math.min(width, C - from);
    const y = new Float64Array(n * columns);
    columnOf.forEach((c, i) => {
      if (c >= from && c < from + columns) y[i * columns + c - from] = 1;
    });
    const { x, errorBound } = yield* solveSymmetricWalk(walk, gamma, y, columns, accuracy);
    flowError = Math.max(flowError, errorBound);
    if (columns === C) return { flow: x, flowError };
    for (let i = 0; i < n; i++) flow.set(x.subarray(i * columns, (i + 1) * columns), i * C + from);
  }
  return { flow, flowError };
}

/** cᵢ = 1 − H(Fᵢ)/log C: 1 for a certain class, 0 where all are equally likely. */
export function confidenceOf({ data, shape: [n, C] }: Matrix<Float64Array>): Float32Array {
  if (C < 2) return new Float32Array(n).fill(1);
  return Float32Array.from({ length: n }, (_, i) => {
    let entropy = 0;
    for (let c = 0; c < C; c++) {
      const p = data[i * C + c];
      if (p > 0) entropy -= p * Math.log(p);
    }
    return Math.max(0, 1 - entropy / Math.log(C));
  });
}
