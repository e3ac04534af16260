import type { Matrix } from "../core/values";

/** The position of a row and its Euclidean distance. */
export interface NearRow {
  position: number;
  distance: number;
}

/** The number of entries after which a row is dropped if it is already too far. */
const block = 8;

/** The k rows nearest to a query, the nearest first; of rows at the same distance the first. Sums are in float64. */
export function nearestRows(
  { data, shape: [count, d] }: Matrix<Float32Array>,
  query: ArrayLike<number>,
  k: number,
): NearRow[] {
  const q = Float64Array.from(query);
  const most = Math.min(k, count);
  const heap = new FarthestFirst(most);
  const whole = d - (d % block);
  for (let row = 0; row < count; row++) {
    const start = row * d;
    const { reach } = heap;
    let square = 0;
    let c = 0;
    for (; c < whole && square < reach; c += block) {
      // Written out, the sums take less than half the time of a loop.
      const at = start + c;
      const d0 = data[at] - q[c];
      const d1 = data[at + 1] - q[c + 1];
      const d2 = data[at + 2] - q[c + 2];
      const d3 = data[at + 3] - q[c + 3];
      const d4 = data[at + 4] - q[c + 4];
      const d5 = data[at + 5] - q[c + 5];
      const d6 = data[at + 6] - q[c + 6];
      const d7 = data[at + 7] - q[c + 7];
      square += d0 * d0 + d1 * d1 + d2 * d2 + d3 * d3 + d4 * d4 + d5 * d5 + d6 * d6 + d7 * d7;
    }
    for (; c < d && square < reach; c++) square += (data[start + c] - q[c]) ** 2;
    // Rows come in order, so one at the same distance as the farthest stays outside.
    if (square < reach) heap.add(row, square);
  }
  return heap.inOrder();
}

/** The nearest rows so far, as a binary heap with the farthest of them on top. */
class FarthestFirst {
  private readonly rows: Int32Array;
  private readonly squares: Float64Array;
  private size = 0;

  constructor(private readonly most: number) {
    this.rows = new Int32Array(most);
    this.squares = new Float64Array(most);
  }

  /** No row at this squared distance or farther is among the nearest. */
  get reach(): number {
    return this.size < this.most ? Infinity : this.squares[0];
  }

  add(row: number, square: number): void {
    if (this.size < this.most) this.lift(this.size++, row, square);
    else this.sink(row, square);
  }

  inOrder(): NearRow[] {
    return Array.from(this.rows.subarray(0, this.size), (position, i) => ({
      position,
      distance: Math.sqrt(this.squares[i]),
    })).sort((a, b) => a.distance - b.distance || a.position - b.position);
  }

  private lift(from: number, row: number, square: number): void {
    const { rows, squares } = this;
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isFarther(square, row, squares[parent], rows[parent])) break;
      [rows[at], squares[at]] = [rows[parent], squares[parent]];
      at = parent;
    }
    [rows[at], squares[at]] = [row, square];
  }

  private sink(row: number, square: number): void {
    const { rows, squares, size } = this;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= size) break;
      if (child + 1 < size && isFarther(squares[child + 1], rows[child + 1], squares[child], rows[child]))
        child++;
      if (!isFarther(squares[child], rows[child], square, row)) break;
      [rows[at], squares[at]] = [rows[child], squares[child]];
      at = child;
    }
    [rows[at], squares[at]] = [row, square];
  }
}

/** Farther, or later at the same distance. */
function isFarther(square: number, row: number, other: number, otherRow: number): boolean {
  return square > other || (square === other && row > otherRow);
}
