import { types } from "node:util";
import { describeValue, isRecord, wrongValue } from "../../core/options";
import { check, plural } from "../../core";

/**
 * The directed kNN graph: the neighbors of point i are `neighbors[i·k … i·k + k − 1]`, nearest first (equal distances: smaller
 * index first), at the Euclidean `distances` in the same places.
 */
export interface KnnGraph {
  readonly n: number;
  readonly k: number;
  readonly neighbors: Int32Array;
  readonly distances: Float32Array;
  /** How `knnGraph` found the neighbors. */
  readonly method?: "exact" | "approximate";
  /** The share of the true neighbors that were found: 1 if exact, otherwise measured on a sample of 300 points. */
  readonly recall?: number;
}

/** The reversed edges: the points that have j as a neighbor are `sources[starts[j] … starts[j + 1] − 1]`. */
export interface IncomingEdges {
  starts: Int32Array;
  sources: Int32Array;
}

export function incomingEdges({ n, k, neighbors }: KnnGraph): IncomingEdges {
  const starts = new Int32Array(n + 1);
  for (const j of neighbors) starts[j + 1]++;
  for (let j = 0; j < n; j++) starts[j + 1] += starts[j];
  const next = starts.slice();
  const sources = new Int32Array(n * k);
  for (let e = 0; e < neighbors.length; e++) sources[next[neighbors[e]]++] = Math.floor(e / k);
  return { starts, sources };
}

/** Rejects graphs without a distance for each neighbor. */
export function checkDistances({ distances, neighbors }: KnnGraph, name: string): void {
  check(
    types.isFloat32Array(distances) && distances.length === neighbors.length,
    () =>
      `${name}: graph.distances must have one number per neighbor, got ${describeValue(distances)} for ${plural(neighbors.length, "neighbor")}. Make the graph with knnGraph(z, { k }).`,
  );
}

/**
 * Rejects anything but a graph as `knnGraph` returns it. `name` is for error texts. If `loops` is true, a point may be its own neighbor,
 * as in handmade graphs.
 */
export function checkGraph(graph: KnnGraph, name: string, loops = false): void {
  if (!isRecord(graph) || !("neighbors" in graph))
    throw wrongValue(`${name}: graph`, "a graph of knnGraph", graph);
  const { n, k, neighbors } = graph;
  check(
    Number.isInteger(n) &&
      Number.isInteger(k) &&
      k >= 1 &&
      k < n &&
      types.isInt32Array(neighbors) &&
      neighbors.length === n * k,
    () =>
      `${name}: graph must have n points with k neighbors each, got n=${describeValue(n)}, k=${describeValue(k)} and neighbors ${describeValue(neighbors)}. Make it with knnGraph(z, { k }).`,
  );
  const wrong = firstWrongNeighbor(graph, loops);
  check(
    wrong < 0,
    () =>
      `${name}: graph.neighbors must hold other points in [0, ${n - 1}], got ${neighbors[wrong]} for point ${Math.floor(wrong / k)}. Make the graph with knnGraph(z, { k }).`,
  );
}

/** The place of the first neighbor that is no point of the graph, or that is the point itself unless `loops`; −1 if there is none. */
function firstWrongNeighbor({ n, k, neighbors }: KnnGraph, loops: boolean): number {
  for (let i = 0, e = 0; i < n; i++) {
    for (const end = e + k; e < end; e++) {
      const j = neighbors[e];
      if (j < 0 || j >= n || (j === i && !loops)) return e;
    }
  }
  return -1;
}
