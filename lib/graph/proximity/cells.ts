import { random } from "../../core/values";
import type { IncomingEdges, KnnGraph } from "../knn/graph";

/** A partition of the points into connected cells: cell a holds `order[starts[a] … starts[a + 1] − 1]`. */
export interface Cells {
  order: Int32Array;
  starts: Int32Array;
}

/**
 * Grows about `count` cells in parallel from random points along the edges, in either direction. A part of the graph that
 * none of them reaches becomes a separate cell.
 */
export function growCells(graph: KnnGraph, incoming: IncomingEdges, count: number): Cells {
  const { n, k, neighbors } = graph;
  const cellOf = new Int32Array(n).fill(-1);
  const queue = new Int32Array(n);
  let [head, tail, cells] = [0, 0, 0];
  const claim = (point: number, cell: number) => {
    if (cellOf[point] >= 0) return;
    cellOf[point] = cell;
    queue[tail++] = point;
  };
  const grow = () => {
    while (head < tail) {
      const point = queue[head++];
      const cell = cellOf[point];
      for (let e = point * k; e < (point + 1) * k; e++) claim(neighbors[e], cell);
      for (let e = incoming.starts[point]; e < incoming.starts[point + 1]; e++)
        claim(incoming.sources[e], cell);
    }
  };
  for (const seed of random(1).sample(n, count)) claim(seed, cells++);
  grow();
  for (let point = 0; point < n; point++) {
    if (cellOf[point] >= 0) continue;
    claim(point, cells++);
    grow();
  }

  const starts = new Int32Array(cells + 1);
  for (const cell of cellOf) starts[cell + 1]++;
  for (let a = 0; a < cells; a++) starts[a + 1] += starts[a];
  const next = starts.slice();
  const order = new Int32Array(n);
  for (let point = 0; point < n; point++) order[next[cellOf[point]]++] = point;
  return { order, starts };
}

/** The same graph with point `order[i]` renumbered as i, so that the points of a cell are contiguous in memory. */
export function renumber(graph: KnnGraph, order: Int32Array): KnnGraph {
  const { n, k } = graph;
  const place = new Int32Array(n);
  order.forEach((point, i) => (place[point] = i));
  const neighbors = new Int32Array(n * k);
  for (let e = 0; e < neighbors.length; e++) {
    neighbors[e] = place[graph.neighbors[order[Math.floor(e / k)] * k + (e % k)]];
  }
  return { n, k, neighbors, distances: graph.distances };
}
