import { types } from "node:util";
import { describeValue, isRecord, wrongValue } from "../../core/options";
import { check } from "../../core/errors";

/**
 * The directed kNN graph: point i points to `neighbors[i·k … i·k + k − 1]`, nearest first (equal distances: smaller
 * index first), at the Euclidean `distances` in the same places.
 */
export interface KnnGraph {
  readonly n: number;
  readonly k: number;
  readonly neighbors: Int32Array;
  readonly distances: Float32Array;
}

/** Who points to whom, turned around: the points that list j are `sources[starts[j] … starts[j + 1] − 1]`. */
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

/** Rejects graphs without a distance for each neighbour. */
export function checkDistances({ distances, neighbors }: KnnGraph, name: string): void {
  check(
    types.isFloat32Array(distances) && distances.length === neighbors.length,
    () =>
      `${name}: graph.distances must have one number per neighbour, got ${describeValue(distances)} for ${neighbors.length} neighbours. Make the graph with knnGraph(z, { k }).`,
  );
}

/**
 * Rejects anything that is not a graph as `knnGraph` makes them. `name` is for error texts; `loops`: a point may be its own neighbour,
 * as where a graph is made by hand.
 */
export function checkGraph(graph: KnnGraph, name: string, loops = false): void {
  if (!isRecord(graph)) throw wrongValue(`${name}: graph`, "a graph of knnGraph", graph);
  const { n, k, neighbors } = graph;
  check(
    Number.isInteger(n) &&
      Number.isInteger(k) &&
      k >= 1 &&
      k < n &&
      types.isInt32Array(neighbors) &&
      neighbors.length === n * k,
    () =>
      `${name}: graph must have n points with k neighbours each, got n=${describeValue(n)}, k=${describeValue(k)} and ${types.isInt32Array(neighbors) ? neighbors.length : describeValue(neighbors)} neighbours. Make it with knnGraph(z, { k }).`,
  );
  for (let e = 0; e < neighbors.length; e++) {
    const j = neighbors[e];
    const i = Math.floor(e / k);
    check(
      j >= 0 && j < n && (loops || j !== i),
      () =>
        `${name}: graph.neighbors must hold other points in [0, ${n - 1}], got ${j} for point ${i}. Make the graph with knnGraph(z, { k }).`,
    );
  }
}
