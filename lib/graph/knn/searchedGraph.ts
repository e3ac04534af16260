import { check, plural, printsAs } from "../../core";
import { multipliesFastAtOnce } from "../../core/engine";
import type { Matrix } from "../../core/values";
import type { KnnGraph } from "./graph";
import { NearestApproximate } from "./nearestApproximate";
import { NearestList } from "./nearestList";
import { nearestOnEngine } from "./nearestOnEngine";
import { nearestPlain } from "./nearestPlain";
import { recallSample, sampledRecall } from "./sampledRecall";

/** Below this many operations, n·n·d, plain TypeScript is faster than an engine. */
const engineWorth = 1e7;

/** When "auto" is exact, and how hard an approximate search tries. */
export interface SearchLimits {
  /** Up to this many points, "auto" is exact. */
  exactUpTo: number;
  /** "auto" is never exact with more operations, n·n·d. */
  exactWork: number;
  /** An approximate search that finds less than this share of the neighbors is repeated with longer lists, at most `improvements` times. */
  recall: number;
  improvements: number;
}

/** 1e13 operations take an hour or longer. */
export const searchLimits: Readonly<SearchLimits> = Object.freeze({
  exactUpTo: 30_000,
  exactWork: 1e13,
  recall: 0.95,
  improvements: 2,
});

/** The graph of the k nearest neighbors, exact or approximate; its summary says which and, if "auto" decided, why. */
export function searchedGraph(
  points: Matrix,
  k: number,
  method: "auto" | "exact" | "approximate",
  seed: number,
  limits: SearchLimits = searchLimits,
): KnnGraph {
  const [n, d] = points.shape;
  const summary = `kNN graph: ${plural(n, "point")}, k = ${k}`;
  if (method === "exact" || (method === "auto" && n <= limits.exactUpTo))
    return printsAs(summary, exactGraph(points, k));
  const graph = approximateGraph(points, k, seed, limits);
  const recall = `${(100 * graph.recall).toFixed(1)} %`;
  if (method === "auto" && graph.recall < limits.recall) {
    check(
      n * n * d <= limits.exactWork,
      () =>
        `knnGraph: NN-descent found only ${recall} of the neighbors, and all pairs of ${plural(n, "point")} would take hours. Pass method: "approximate" to accept that graph, or method: "exact" to wait.`,
    );
    return printsAs(
      `${summary}; exact, because NN-descent found only ${recall} of the neighbors`,
      exactGraph(points, k),
    );
  }
  return printsAs(
    `${summary}; approximate, recall ${recall} on ${plural(Math.min(n, recallSample), "point")}`,
    graph,
  );
}

function exactGraph(points: Matrix, k: number): KnnGraph {
  const [n, d] = points.shape;
  const { list, found, neighbors, distances } = collector(n, k);
  if (multipliesFastAtOnce() && n * n * d >= engineWorth) nearestOnEngine(points, k, list, found);
  else nearestPlain(points, list, found);
  return { n, k, neighbors, distances, method: "exact", recall: 1 };
}

function approximateGraph(
  points: Matrix,
  k: number,
  seed: number,
  limits: SearchLimits,
): KnnGraph & { recall: number } {
  const [n] = points.shape;
  const { list, found, neighbors, distances } = collector(n, k);
  const search = new NearestApproximate(points, k, seed);
  search.read(list, found);
  let recall = sampledRecall(points, k, neighbors, seed);
  for (let times = 0; times < limits.improvements && recall < limits.recall; times++) {
    search.improve();
    search.read(list, found);
    recall = sampledRecall(points, k, neighbors, seed);
  }
  return { n, k, neighbors, distances, method: "approximate", recall };
}

/** The arrays of a graph, and a list whose points become the neighbors of i when `found(i)` is called. */
function collector(n: number, k: number) {
  const neighbors = new Int32Array(n * k);
  const distances = new Float32Array(n * k);
  const list = new NearestList(k);
  const found = (i: number) => {
    neighbors.set(list.points, i * k);
    for (let s = 0; s < k; s++) distances[i * k + s] = Math.sqrt(list.squares[s]);
  };
  return { list, found, neighbors, distances };
}
