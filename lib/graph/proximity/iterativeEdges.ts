import { type IncomingEdges, incomingEdges, type KnnGraph } from "../knn/graph";
import type { YieldToEventLoop } from "../../core";
import { type Cells, growCells, renumber } from "./cells";
import { ColumnPush } from "./columnPush";
import type { EdgeProximities } from "./edgeProximities";
import { solveProximity } from "./solveProximity";

/**
 * P along the edges to within `tolerance`, one column of P after the other, without any n x n matrix.
 *
 * For column j, P e_j = x + P r with x = 0, r = e_j at first. A push at point l moves (1 − γ)r_l to x_l and γr_l / k to
 * every point that has l as a neighbor; it does not change the sum. Smooth parts of r are slow to push, so from time to time the mean
 * of r over each cell of neighboring points is moved to the columns PV, which are
 * solved for beforehand; V are the indicators of the cells. It ends when |r| ≤ ε everywhere: as the rows of P are non-negative and sum to 1, |P r| ≤ ε.
 */
export async function iterativeEdges(
  graph: KnnGraph,
  gamma: number,
  tolerance: number,
  yieldToEventLoop: YieldToEventLoop,
): Promise<EdgeProximities> {
  const { n, k } = graph;
  const cells = growCells(graph, incomingEdges(graph), cellCount(n));
  const local = renumber(graph, cells.order);
  const incoming = incomingEdges(local);
  const smooth = await smoothColumns(local, gamma, cells, tolerance / 100, yieldToEventLoop);
  const push = new ColumnPush(local, incoming, cells.starts, gamma, 0.9 * tolerance);

  const forward = new Float64Array(n * k);
  const backward = new Float64Array(n * k);
  let errorBound = 0;
  const slots = incomingSlots(local, incoming);
  for (let j = 0; j < n; j++) {
    let bound = push.threshold + push.column(j) * smooth.errorBound;
    if (bound > tolerance) {
      push.reset();
      bound = push.threshold + push.column(j, 0) * smooth.errorBound;
    }
    errorBound = Math.max(errorBound, bound);
    const value = (i: number) => push.value(i, smooth.columns);
    for (let e = incoming.starts[j]; e < incoming.starts[j + 1]; e++) {
      const i = incoming.sources[e];
      forward[cells.order[i] * k + slots[e]] = value(i);
    }
    for (let s = 0; s < k; s++) backward[cells.order[j] * k + s] = value(local.neighbors[j * k + s]);
    push.reset();
    await yieldToEventLoop();
  }
  return { forward, backward, errorBound, how: `pushes with ${cells.starts.length - 1} coarse cells` };
}

/** About 2√n cells, but at most as many columns of n float32 values as fit into 256 MB. */
function cellCount(n: number): number {
  return Math.max(1, Math.min(Math.round(2 * Math.sqrt(n)), Math.floor(2 ** 26 / n), n));
}

interface SmoothColumns {
  /** PV, row by row: n x cells. */
  columns: Float32Array;
  errorBound: number;
}

async function smoothColumns(
  graph: KnnGraph,
  gamma: number,
  { starts }: Cells,
  accuracy: number,
  yieldToEventLoop: YieldToEventLoop,
): Promise<SmoothColumns> {
  const count = starts.length - 1;
  const columns = new Float32Array(graph.n * count);
  let errorBound = 0;
  for (let from = 0; from < count; from += 4) {
    const group = Array.from({ length: Math.min(4, count - from) }, (_, c) =>
      new Float64Array(graph.n).fill(1 - gamma, starts[from + c], starts[from + c + 1]),
    );
    const solved = solveProximity(graph, gamma, group, { accuracy });
    errorBound = Math.max(errorBound, solved.errorBound);
    solved.solutions.forEach((column, c) => {
      for (let i = 0; i < graph.n; i++) columns[i * count + from + c] = column[i];
    });
    await yieldToEventLoop();
  }
  return { columns, errorBound: errorBound + 2 ** -24 };
}

/** For each incoming edge, its position among the k edges of its source. */
function incomingSlots({ k, neighbors }: KnnGraph, { starts }: IncomingEdges): Uint32Array {
  const next = starts.slice();
  const slots = new Uint32Array(neighbors.length);
  for (let e = 0; e < neighbors.length; e++) slots[next[neighbors[e]]++] = e % k;
  return slots;
}
