import type { KnnGraph } from "../../lib/graph/knn/graph";

/** A graph from lists of neighbors, nearest first. */
export function handmadeGraph(neighbors: number[][], distance: (i: number, j: number) => number): KnnGraph {
  return {
    n: neighbors.length,
    k: neighbors[0].length,
    neighbors: Int32Array.from(neighbors.flat()),
    distances: Float32Array.from(neighbors.flatMap((row, i) => row.map((j) => distance(i, j)))),
  };
}
