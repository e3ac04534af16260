import type { IncomingEdges, KnnGraph } from "../knn/graph";

/** Rounds of pushes between two coarse steps, and the maximum number of coarse steps per column. */
const rounds = 4;
const mostCoarseSteps = 60;

/** The pushes of `iterativeEdges`, one column at a time; the points of a cell must be contiguous. */
export class ColumnPush {
  private readonly x: Float64Array;
  private readonly r: Float64Array;
  private readonly waiting: Uint8Array;
  private readonly queue: Int32Array;
  private readonly cellOf: Int32Array;
  private readonly coarse: Float64Array;
  private readonly touched: Int32Array;
  private readonly isTouched: Uint8Array;
  private readonly changed: Uint8Array;
  private touchedCount = 0;
  private head = 0;
  private tail = 0;

  constructor(
    private readonly graph: KnnGraph,
    private readonly incoming: IncomingEdges,
    private readonly cellStarts: Int32Array,
    private readonly gamma: number,
    readonly threshold: number,
  ) {
    const { n } = graph;
    const cells = cellStarts.length - 1;
    this.x = new Float64Array(n);
    this.r = new Float64Array(n);
    this.waiting = new Uint8Array(n);
    this.queue = new Int32Array(2 ** Math.ceil(Math.log2(n + 1)));
    this.cellOf = new Int32Array(n);
    for (let a = 0; a < cells; a++) this.cellOf.fill(a, cellStarts[a], cellStarts[a + 1]);
    this.coarse = new Float64Array(cells);
    this.touched = new Int32Array(cells);
    this.isTouched = new Uint8Array(cells);
    this.changed = new Uint8Array(cells);
  }

  /** Pushes column j until no residual exceeds the threshold, and returns Σ|weights of the smooth columns|. */
  column(j: number, coarseSteps = mostCoarseSteps): number {
    this.touch(this.cellOf[j]);
    this.r[j] = 1;
    this.enqueue(j);
    for (let step = 0; this.head !== this.tail; step++) {
      this.push(step < coarseSteps ? rounds : Infinity);
      if (step < coarseSteps) this.coarsen();
    }
    let weight = 0;
    for (let t = 0; t < this.touchedCount; t++) weight += Math.abs(this.coarse[this.touched[t]]);
    return weight;
  }

  /** The column's value at point i, given PV row by row. */
  value(i: number, smooth: Float32Array): number {
    let sum = this.x[i];
    const row = i * this.coarse.length;
    for (let t = 0; t < this.touchedCount; t++) {
      const cell = this.touched[t];
      sum += this.coarse[cell] * smooth[row + cell];
    }
    return sum;
  }

  /** Prepares for the next column. */
  reset(): void {
    for (let t = 0; t < this.touchedCount; t++) {
      const cell = this.touched[t];
      this.x.fill(0, this.cellStarts[cell], this.cellStarts[cell + 1]);
      this.r.fill(0, this.cellStarts[cell], this.cellStarts[cell + 1]);
      this.coarse[cell] = 0;
      this.isTouched[cell] = this.changed[cell] = 0;
    }
    this.touchedCount = this.head = this.tail = 0;
  }

  /** Processes the queue in order, for at most `passes` passes over it. */
  private push(passes: number): void {
    const { x, r, waiting, queue, cellOf, changed, threshold, gamma } = this;
    const { starts, sources } = this.incoming;
    const mask = queue.length - 1;
    let end = this.tail;
    for (let pass = 0; this.head !== this.tail;) {
      if (this.head === end) {
        if (++pass >= passes) return;
        end = this.tail;
      }
      const point = queue[this.head++ & mask];
      waiting[point] = 0;
      const value = r[point];
      if (value <= threshold && value >= -threshold) continue;
      r[point] = 0;
      x[point] += (1 - gamma) * value;
      changed[cellOf[point]] = 1;
      const share = (gamma * value) / this.graph.k;
      for (let e = starts[point]; e < starts[point + 1]; e++) {
        const source = sources[e];
        const sum = r[source] + share;
        r[source] = sum;
        const cell = cellOf[source];
        if (changed[cell] === 0) this.touch(cell);
        if ((sum > threshold || sum < -threshold) && waiting[source] === 0) this.enqueue(source);
      }
    }
  }

  /** Moves the mean residual of every changed cell to the smooth columns. */
  private coarsen(): void {
    const { r, waiting, changed, threshold } = this;
    for (let t = 0; t < this.touchedCount; t++) {
      const cell = this.touched[t];
      if (changed[cell] === 0) continue;
      changed[cell] = 0;
      const [from, to] = [this.cellStarts[cell], this.cellStarts[cell + 1]];
      let sum = 0;
      for (let i = from; i < to; i++) sum += r[i];
      const mean = sum / (to - from);
      this.coarse[cell] += mean;
      for (let i = from; i < to; i++) {
        const rest = r[i] - mean;
        r[i] = rest;
        if ((rest > threshold || rest < -threshold) && waiting[i] === 0) this.enqueue(i);
      }
    }
  }

  private touch(cell: number): void {
    this.changed[cell] = 1;
    if (this.isTouched[cell]) return;
    this.isTouched[cell] = 1;
    this.touched[this.touchedCount++] = cell;
  }

  private enqueue(point: number): void {
    this.waiting[point] = 1;
    this.queue[this.tail++ & (this.queue.length - 1)] = point;
  }
}
