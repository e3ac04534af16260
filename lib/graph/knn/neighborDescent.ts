import type { Matrix, Random } from "../../core/values";
import type { NeighborLists } from "./neighborLists";
import type { Leaves } from "./projectionTree";
import { squaredDistance } from "./squaredDistance";

/** Rounds end when fewer than this share of the list entries change, and after this many. */
const settled = 1e-3;
const mostRounds = 20;

/** Compares all points of each leaf with each other. */
export function compareLeaves(x: Matrix, { order, starts }: Leaves, lists: NeighborLists): void {
  for (let leaf = 0; leaf + 1 < starts.length; leaf++)
    for (let s = starts[leaf]; s < starts[leaf + 1]; s++)
      for (let t = s + 1; t < starts[leaf + 1]; t++) compare(x, order[s], order[t], lists);
}

/**
 * NN-descent (Dong, Moses & Li 2011): a neighbor of a neighbor is probably a neighbor. In each round every point compares up to `candidates`
 * points that it is a neighbor of, or that are its neighbors, with each other, where at least one is new; until the lists hardly change.
 */
export function descend(x: Matrix, lists: NeighborLists, candidates: number, draw: Random): void {
  const { n, size } = lists;
  const fresh = new Candidates(n, candidates, draw);
  const known = new Candidates(n, candidates, draw);
  for (let round = 0; round < mostRounds; round++) {
    gather(lists, fresh, known);
    let changes = 0;
    for (let i = 0; i < n; i++) changes += compareAround(x, lists, fresh, known, i);
    if (changes <= settled * n * size) return;
  }
}

/** Up to `most` random points around each point. */
class Candidates {
  readonly points: Int32Array;
  private readonly offered: Int32Array;

  constructor(
    n: number,
    readonly most: number,
    private readonly draw: Random,
  ) {
    this.points = new Int32Array(n * most);
    this.offered = new Int32Array(n);
  }

  clear(): void {
    this.offered.fill(0);
  }

  count(i: number): number {
    return Math.min(this.offered[i], this.most);
  }

  /** Offers a point: of all that are offered, each is kept with the same probability (reservoir sampling). */
  offer(i: number, j: number): void {
    const before = this.offered[i]++;
    const place = before < this.most ? before : this.draw.integer(before + 1);
    if (place < this.most) this.points[i * this.most + place] = j;
  }

  has(i: number, j: number): boolean {
    const first = i * this.most;
    const end = first + this.count(i);
    for (let c = first; c < end; c++) if (this.points[c] === j) return true;
    return false;
  }
}

/** Draws the candidates of a round. New neighbors that are drawn are no longer new. */
function gather({ n, size, points, isNew }: NeighborLists, fresh: Candidates, known: Candidates): void {
  fresh.clear();
  known.clear();
  for (let i = 0, e = 0; i < n; i++) {
    for (let s = 0; s < size; s++, e++) {
      const j = points[e];
      if (j < 0) continue;
      const candidates = isNew[e] === 1 ? fresh : known;
      candidates.offer(i, j);
      candidates.offer(j, i);
    }
  }
  for (let i = 0, e = 0; i < n; i++)
    for (let s = 0; s < size; s++, e++) if (isNew[e] === 1 && fresh.has(i, points[e])) isNew[e] = 0;
}

/** Compares the candidates of point i with each other, except those that were compared before. Returns how many list entries changed. */
function compareAround(
  x: Matrix,
  lists: NeighborLists,
  fresh: Candidates,
  known: Candidates,
  i: number,
): number {
  const first = i * fresh.most;
  const [newEnd, knownEnd] = [first + fresh.count(i), first + known.count(i)];
  let changes = 0;
  for (let a = first; a < newEnd; a++) {
    const p = fresh.points[a];
    for (let b = a + 1; b < newEnd; b++) changes += compare(x, p, fresh.points[b], lists);
    for (let b = first; b < knownEnd; b++) changes += compare(x, p, known.points[b], lists);
  }
  return changes;
}

/** Adds each of two points to the other's list if it belongs there. */
function compare({ data, shape }: Matrix, p: number, q: number, lists: NeighborLists): number {
  if (p === q) return 0;
  const { squares, size } = lists;
  const reachOfP = squares[(p + 1) * size - 1];
  const reachOfQ = squares[(q + 1) * size - 1];
  const square = Math.fround(
    squaredDistance(data, shape[1], p, q, reachOfP > reachOfQ ? reachOfP : reachOfQ),
  );
  return (
    (square < reachOfP ? lists.add(p, q, square) : 0) + (square < reachOfQ ? lists.add(q, p, square) : 0)
  );
}
