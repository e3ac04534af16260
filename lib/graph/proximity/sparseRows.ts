import type { KilledWalk } from "./killedWalk";

/**
 * Rows of a sparse matrix that grow while points are eliminated. The pattern is kept symmetric: a touches b exactly
 * if b touches a, possibly with weight 0.
 */
export class SparseRows {
  private readonly index: (Int32Array | undefined)[] = [];
  private readonly value: (Float64Array | undefined)[] = [];
  private readonly used: Int32Array;

  constructor(walk: KilledWalk) {
    const { n, starts, targets, weights } = walk;
    const bound = new Int32Array(n);
    for (let i = 0; i < n; i++) {
      for (let s = starts[i]; s < starts[i + 1]; s++) {
        if (targets[s] === i) continue;
        bound[i]++;
        bound[targets[s]]++;
      }
    }
    for (let i = 0; i < n; i++) {
      this.index.push(new Int32Array(bound[i]));
      this.value.push(new Float64Array(bound[i]));
    }
    this.used = new Int32Array(n);
    for (let i = 0; i < n; i++) {
      for (let s = starts[i]; s < starts[i + 1]; s++) {
        const j = targets[s];
        if (j === i) continue;
        this.put(i, j, weights[s]);
        this.put(j, i, 0);
      }
    }
    this.mergeTwins(n);
  }

  length(v: number): number {
    return this.used[v];
  }

  indices(v: number): Int32Array {
    return this.index[v]!;
  }

  values(v: number): Float64Array {
    return this.value[v]!;
  }

  drop(v: number): void {
    this.index[v] = undefined;
    this.value[v] = undefined;
    this.used[v] = 0;
  }

  /** Removes point v from row a, returns its weight, and marks where the other points of the row are. */
  takeOut(a: number, v: number, slotOf: Int32Array, stamp: Int32Array, token: number): number {
    const index = this.index[a]!;
    const value = this.value[a]!;
    const last = this.used[a] - 1;
    let found = -1;
    for (let s = 0; s <= last; s++) {
      const point = index[s];
      if (point === v) found = s;
      slotOf[point] = s;
      stamp[point] = token;
    }
    const weight = value[found];
    index[found] = index[last]!;
    value[found] = value[last]!;
    slotOf[index[found]] = found;
    this.used[a] = last;
    return weight;
  }

  /** Row a += scale · (others, out), without the entry at a itself; the row's slots must be marked. */
  addScaled(
    a: number,
    others: Int32Array,
    out: Float64Array,
    count: number,
    scale: number,
    slotOf: Int32Array,
    stamp: Int32Array,
    token: number,
  ): void {
    if (this.used[a] + count > this.index[a]!.length) this.grow(a, this.used[a] + count);
    const index = this.index[a]!;
    const value = this.value[a]!;
    let used = this.used[a];
    for (let s = 0; s < count; s++) {
      const b = others[s];
      if (b === a) continue;
      const change = scale * out[s];
      if (stamp[b] === token) value[slotOf[b]] += change;
      else {
        index[used] = b;
        value[used++] = change;
      }
    }
    this.used[a] = used;
  }

  /** The walk on the given points alone, renumbered 0, 1, 2, … */
  walkOn(points: Int32Array, excess: Float64Array): KilledWalk {
    const place = new Int32Array(this.used.length).fill(-1);
    const starts = new Int32Array(points.length + 1);
    points.forEach((point, i) => {
      place[point] = i;
      starts[i + 1] = starts[i] + this.used[point];
    });
    const targets = new Int32Array(starts[points.length]);
    const weights = new Float64Array(targets.length);
    points.forEach((point, i) => {
      const [index, value, start] = [this.index[point]!, this.value[point]!, starts[i]];
      for (let s = 0; s < this.used[point]; s++) {
        targets[start + s] = place[index[s]]!;
        weights[start + s] = value[s]!;
      }
    });
    return {
      n: points.length,
      starts,
      targets,
      weights,
      excess: Float64Array.from(points, (p) => excess[p]),
    };
  }

  private put(i: number, j: number, weight: number): void {
    const s = this.used[i]++;
    this.index[i]![s] = j;
    this.value[i]![s] = weight;
  }

  /** An edge and its mirror meet in one slot: adds up entries of the same row and column. */
  private mergeTwins(n: number): void {
    const slotOf = new Int32Array(n);
    const stamp = new Int32Array(n).fill(-1);
    for (let i = 0; i < n; i++) {
      const index = this.index[i]!;
      const value = this.value[i]!;
      let kept = 0;
      for (let s = 0; s < this.used[i]; s++) {
        const j = index[s];
        if (stamp[j] === i) value[slotOf[j]] += value[s];
        else {
          stamp[j] = i;
          slotOf[j] = kept;
          index[kept] = j;
          value[kept++] = value[s]!;
        }
      }
      this.used[i] = kept;
    }
  }

  private grow(a: number, needed: number): void {
    const size = Math.max(needed, 2 * this.used[a]);
    const index = new Int32Array(size);
    index.set(this.index[a]!.subarray(0, this.used[a]));
    const value = new Float64Array(size);
    value.set(this.value[a]!.subarray(0, this.used[a]));
    this.index[a] = index;
    this.value[a] = value;
  }
}
