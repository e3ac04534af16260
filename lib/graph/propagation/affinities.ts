import { printsAs } from "../../core";
import { matrixText } from "../../core/summaries";
import { multipliesFastAtOnce } from "../../core/engine";
import { plural } from "../../core";
import type { Matrix } from "../../core/values";
import type { KnnGraph } from "../knn/graph";
import type { LabelFlow } from "./labelFlow";
import { checkDense, checkIndex, type SquareMatrix } from "../squareMatrix";
import type { EdgeProximities } from "../proximity/edgeProximities";
import { invertOnEngineNow } from "../proximity/invertOnEngine";
import { propagationWalk } from "../proximity/killedWalk";
import { fullAccuracy, solveProximity } from "../proximity/solveProximity";

/** The propagated affinities W = (W* + W*ᵀ)/2, W* = (1 − γ)(I − γQ)⁻¹W⁰ (paper §2). */
export interface Affinities extends SquareMatrix {
  readonly k: number;
  readonly gamma: number;
  /** How W at the kNN entries was computed. */
  readonly method: "exact" | "iterative";
  /** Upper bound on the error of the kNN entries of W: proven for "iterative", rounding for "exact". */
  readonly errorBound: number;
  /** W at the kNN entries, n·k values in the order of `graph.neighbors`. Mining reads nothing else. */
  ofNeighbors(): Float64Array;
}

export interface Propagated {
  graph: KnnGraph;
  labels: Int32Array;
  gamma: number;
  method: Affinities["method"];
  edges: EdgeProximities;
  flow: LabelFlow;
}

/**
 * Assembles W. The kNN entries are stored; others are solved for on demand, row by row in float64, and a few rows are
 * cached. Between two unlabeled points W is the random-walk proximity P alone.
 */
export function affinitiesFrom({ graph, labels, gamma, method, edges, flow }: Propagated): Affinities {
  const { n, k, neighbors } = graph;
  const ofNeighbors = neighborAffinities(graph, labels, edges, flow);
  const rows = new RowCache(Math.max(16, Math.floor(2 ** 22 / n)));
  const rowOf = (i: number) => rows.get(i, () => solveRow(graph, labels, gamma, flow, i));
  const slot = (i: number, j: number) => neighbors.subarray(i * k, (i + 1) * k).indexOf(j);

  const at = (i: number, j: number) => {
    if (labels[i] >= 0 && labels[j] >= 0)
      return (flow.ofClass(labels[j])[i] + flow.ofClass(labels[i])[j]) / 2;
    const forward = slot(i, j);
    if (forward >= 0) return ofNeighbors[i * k + forward];
    const backward = slot(j, i);
    if (backward >= 0) return ofNeighbors[j * k + backward];
    return rowOf(Math.min(i, j))[Math.max(i, j)];
  };

  const labeled = labels.reduce((count, label) => count + (label >= 0 ? 1 : 0), 0);
  const errorBound = edges.errorBound + fullAccuracy(gamma) + 0.5 / gridOf(edges.errorBound);
  const summary = `W: ${n} x ${n}, γ = ${gamma}, ${plural(labeled, "labeled point")} of ${plural(flow.classes.length, "class", "classes")}; ${method} (${edges.how}), error ≤ ${errorBound.toExponential(0)}`;
  return printsAs(summary, {
    n,
    k,
    gamma,
    method,
    errorBound,
    at(i: number, j: number) {
      checkIndex("affinities.at", "i", i, n);
      checkIndex("affinities.at", "j", j, n);
      return at(i, j);
    },
    row(i: number) {
      checkIndex("affinities.row", "i", i, n);
      return rowOf(i).slice();
    },
    toDense() {
      checkDense("affinities", n);
      const dense = denseAffinities(graph, labels, gamma, flow);
      return printsAs(() => matrixText(dense), dense);
    },
    ofNeighbors: () => ofNeighbors.slice(),
  });
}

/** Grid steps per unit to which the kNN entries are rounded. */
const gridOf = (errorBound: number) => (errorBound < 1e-9 ? 2 ** 36 : 2 ** 30);

/** W_ij = (W*_ij + W*_ji)/2 along the edges, rounded a little so that affinities equal in theory compare equal. */
function neighborAffinities(
  { n, k, neighbors }: KnnGraph,
  labels: Int32Array,
  { forward, backward, errorBound }: EdgeProximities,
  flow: LabelFlow,
): Float64Array {
  const grid = gridOf(errorBound);
  const values = new Float64Array(n * k);
  for (let i = 0, e = 0; i < n; i++) {
    for (let s = 0; s < k; s++, e++) {
      const j = neighbors[e];
      const there = labels[j] >= 0 ? flow.ofClass(labels[j])[i] : forward[e];
      const back = labels[i] >= 0 ? flow.ofClass(labels[i])[j] : backward[e];
      values[e] = Math.round(((there + back) / 2) * grid) / grid;
    }
  }
  return values;
}

function unitColumn(n: number, j: number, value: number): Float64Array {
  const unit = new Float64Array(n);
  unit[j] = value;
  return unit;
}

/** Row i of W: row i of P (a solve with the transpose) and column i of W*. */
function solveRow(
  graph: KnnGraph,
  labels: Int32Array,
  gamma: number,
  flow: LabelFlow,
  i: number,
): Float64Array {
  const solve = (transpose: boolean) => {
    const rightSides = [unitColumn(graph.n, i, 1 - gamma)];
    return solveProximity(graph, gamma, rightSides, { transpose, accuracy: fullAccuracy(gamma) })
      .solutions[0];
  };
  const across = solve(true);
  const down = labels[i] >= 0 ? flow.ofClass(labels[i]) : solve(false);
  return across.map((value, j) => ((labels[j] >= 0 ? flow.ofClass(labels[j])[i] : value) + down[j]) / 2);
}

function denseAffinities(
  graph: KnnGraph,
  labels: Int32Array,
  gamma: number,
  flow: LabelFlow,
): Matrix<Float64Array> {
  const { n } = graph;
  const data = new Float64Array(n * n);
  const fill = (j: number, column: (i: number) => number) => {
    for (let i = 0; i < n; i++) data[i * n + j] = column(i);
  };
  const unlabeled = [...labels.keys()].filter((j) => labels[j] < 0);
  if (n > 1500 && multipliesFastAtOnce()) {
    const inverse = invertOnEngineNow(propagationWalk(graph, gamma));
    for (const j of unlabeled) fill(j, (i) => (1 - gamma) * inverse[i * n + j]);
  } else {
    for (let from = 0; from < unlabeled.length; from += 4) {
      const group = unlabeled.slice(from, from + 4);
      const rightSides = group.map((j) => unitColumn(n, j, 1 - gamma));
      const { solutions } = solveProximity(graph, gamma, rightSides, { accuracy: fullAccuracy(gamma) });
      group.forEach((j, c) => {
        fill(j, (i) => solutions[c][i]);
      });
    }
  }
  labels.forEach((label, j) => {
    if (label >= 0) fill(j, (i) => flow.ofClass(label)[i]);
  });
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) {
      data[i * n + j] = data[j * n + i] = (data[i * n + j] + data[j * n + i]) / 2;
    }
  }
  return { data, shape: [n, n] };
}

/** The most recently used rows. */
class RowCache {
  private readonly rows = new Map<number, Float64Array>();

  constructor(private readonly limit: number) {}

  get(i: number, make: () => Float64Array): Float64Array {
    const row = this.rows.get(i) ?? make();
    this.rows.delete(i);
    this.rows.set(i, row);
    if (this.rows.size > this.limit) {
      const [oldest] = this.rows.keys();
      this.rows.delete(oldest);
    }
    return row;
  }
}
