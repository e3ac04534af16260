/** Points in buckets by degree, to find the point of smallest degree quickly (ties: the one moved last). */
export class DegreeQueue {
  private readonly heads: Int32Array;
  private readonly next: Int32Array;
  private readonly previous: Int32Array;
  private readonly degrees: Int32Array;
  private lowest = 0;

  constructor(n: number, degreeOf: (point: number) => number) {
    this.heads = new Int32Array(n + 1).fill(-1);
    this.next = new Int32Array(n);
    this.previous = new Int32Array(n);
    this.degrees = new Int32Array(n);
    for (let v = n - 1; v >= 0; v--) this.insert(v, degreeOf(v));
  }

  /** The point of smallest degree, or −1 when none is left. */
  smallest(): number {
    while (this.lowest < this.heads.length && this.heads[this.lowest] < 0) this.lowest++;
    return this.lowest < this.heads.length ? this.heads[this.lowest] : -1;
  }

  remove(v: number): void {
    const before = this.previous[v];
    const after = this.next[v];
    if (before >= 0) this.next[before] = after;
    else this.heads[this.degrees[v]] = after;
    if (after >= 0) this.previous[after] = before;
  }

  move(v: number, degree: number): void {
    if (this.degrees[v] === degree) return;
    this.remove(v);
    this.insert(v, degree);
  }

  private insert(v: number, degree: number): void {
    const head = this.heads[degree];
    this.degrees[v] = degree;
    this.next[v] = head;
    this.previous[v] = -1;
    if (head >= 0) this.previous[head] = v;
    this.heads[degree] = v;
    if (degree < this.lowest) this.lowest = degree;
  }
}
