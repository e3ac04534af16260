/** The k nearest points found so far, by squared distance, then by index. */
export class NearestList {
  readonly points: Int32Array;
  readonly squares: Float64Array;
  private count = 0;

  constructor(private readonly k: number) {
    this.points = new Int32Array(k);
    this.squares = new Float64Array(k);
  }

  clear(): void {
    this.count = 0;
  }

  /** Squared distance of the k-th point. Nothing farther can enter the list. */
  get reach(): number {
    return this.count < this.k ? Infinity : this.squares[this.k - 1];
  }

  add(point: number, square: number): void {
    const { points, squares, k } = this;
    let place = this.count;
    while (
      place > 0 &&
      (square < squares[place - 1] || (square === squares[place - 1] && point < points[place - 1]))
    ) {
      place--;
    }
    if (place >= k) return;
    if (this.count < k) this.count++;
    for (let s = this.count - 1; s > place; s--) {
      points[s] = points[s - 1];
      squares[s] = squares[s - 1];
    }
    points[place] = point;
    squares[place] = square;
  }
}
