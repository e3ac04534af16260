/**
 * The nearest points found so far of each of n points: point i has `points[i·size … i·size + size − 1]`, nearest first, −1 where none is
 * known yet, at the squared distances in the same places.
 */
export class NeighborLists {
  readonly points: Int32Array;
  readonly squares: Float32Array;
  /** 1 for a neighbor whose own neighbors were not compared with those of the point. */
  readonly isNew: Uint8Array;

  constructor(
    readonly n: number,
    readonly size: number,
  ) {
    this.points = new Int32Array(n * size).fill(-1);
    this.squares = new Float32Array(n * size).fill(Infinity);
    this.isNew = new Uint8Array(n * size);
  }

  /** Adds j to the list of i if it is nearer than the last one there, and not in it. Returns how many were added: 0 or 1. */
  add(i: number, j: number, square: number): number {
    const { points, squares, isNew, size } = this;
    const first = i * size;
    const last = first + size - 1;
    if (!(square < squares[last])) return 0;
    let place = last;
    while (place > first && square < squares[place - 1]) place--;
    // The same point has the same distance.
    for (let s = place - 1; s >= first && squares[s] === square; s--) if (points[s] === j) return 0;
    for (let s = last; s > place; s--) {
      points[s] = points[s - 1];
      squares[s] = squares[s - 1];
      isNew[s] = isNew[s - 1];
    }
    points[place] = j;
    squares[place] = square;
    isNew[place] = 1;
    return 1;
  }

  /** The same neighbors, all of them new, in longer lists. */
  lengthen(size: number): NeighborLists {
    const longer = new NeighborLists(this.n, size);
    for (let i = 0; i < this.n; i++) {
      const [from, to] = [i * this.size, (i + 1) * this.size];
      longer.points.set(this.points.subarray(from, to), i * size);
      longer.squares.set(this.squares.subarray(from, to), i * size);
      longer.isNew.fill(1, i * size, i * size + this.size);
    }
    return longer;
  }
}
