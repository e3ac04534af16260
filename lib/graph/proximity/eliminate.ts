import type { YieldToEventLoop } from "../../core";
import { DegreeQueue } from "./degreeQueue";
import type { KilledWalk } from "./killedWalk";
import { SparseRows } from "./sparseRows";

/**
 * The result of eliminating the points of low degree from A: A = L·U on them, and a smaller walk on the rest.
 * For the p-th eliminated point v, the slots `starts[p]` to `starts[p + 1]` list the remaining points that v
 * touched at that time (`others`), the weights v → other (`out`) and other → v (`into`); `pivots[p]` is the diagonal.
 */
export interface Elimination {
  order: Int32Array;
  pivots: Float64Array;
  starts: Int32Array;
  others: Int32Array;
  out: Float64Array;
  into: Float64Array;
  /** The points that were not eliminated, and the walk on them: the Schur complement, which is a walk again. */
  corePoints: Int32Array;
  core: KilledWalk;
}

/**
 * Eliminates points in order of their degree (minimum degree, fill included) while that is cheaper than dense algebra:
 * it ends when the smallest degree exceeds `points left / density`.
 * Eliminating v adds N_av·N_vb / d_v to N_ab and N_av·e_v / d_v to the excess of a, with d_v = e_v + Σ_b N_vb.
 */
export async function eliminate(
  walk: KilledWalk,
  density: number,
  yieldToEventLoop: YieldToEventLoop,
): Promise<Elimination> {
  const { n } = walk;
  const rows = new SparseRows(walk);
  const excess = walk.excess.slice();
  const queue = new DegreeQueue(n, (v) => rows.length(v));
  const factor = new FactorStore();
  const slotOf = new Int32Array(n);
  const stamp = new Int32Array(n).fill(-1);
  const alive = new Uint8Array(n).fill(1);
  let left = n;
  let token = 0;

  for (;;) {
    const v = queue.smallest();
    if (v < 0 || rows.length(v) * density > left) break;
    const degree = rows.length(v);
    const others = rows.indices(v);
    const out = rows.values(v);
    let pivot = excess[v];
    for (let s = 0; s < degree; s++) pivot += out[s];

    const at = factor.append(v, pivot, others, out, degree);
    queue.remove(v);
    alive[v] = 0;
    left--;
    for (let s = 0; s < degree; s++) {
      const a = others[s];
      token++;
      const into = rows.takeOut(a, v, slotOf, stamp, token);
      factor.into[at + s] = into;
      const scale = into / pivot;
      rows.addScaled(a, others, out, degree, scale, slotOf, stamp, token);
      excess[a] += scale * excess[v];
      queue.move(a, rows.length(a));
    }
    rows.drop(v);
    await yieldToEventLoop();
  }
  const corePoints = new Int32Array(left);
  for (let i = 0, c = 0; i < n; i++) if (alive[i]) corePoints[c++] = i;
  return { ...factor.finish(), corePoints, core: rows.walkOn(corePoints, excess) };
}

/** The factors, in lists that grow. */
class FactorStore {
  into = new Float64Array(1024);
  private out = new Float64Array(1024);
  private others = new Int32Array(1024);
  private readonly order: number[] = [];
  private readonly pivots: number[] = [];
  private readonly starts: number[] = [0];
  private used = 0;

  append(v: number, pivot: number, others: Int32Array, out: Float64Array, degree: number): number {
    const at = this.used;
    this.used += degree;
    if (this.used > this.others.length) this.grow(Math.max(this.used, 2 * this.others.length));
    for (let s = 0; s < degree; s++) {
      this.others[at + s] = others[s]!;
      this.out[at + s] = out[s]!;
    }
    this.order.push(v);
    this.pivots.push(pivot);
    this.starts.push(this.used);
    return at;
  }

  finish(): Omit<Elimination, "core" | "corePoints"> {
    return {
      order: Int32Array.from(this.order),
      pivots: Float64Array.from(this.pivots),
      starts: Int32Array.from(this.starts),
      others: this.others.slice(0, this.used),
      out: this.out.slice(0, this.used),
      into: this.into.slice(0, this.used),
    };
  }

  private grow(size: number): void {
    const [others, out, into] = [this.others, this.out, this.into];
    this.others = new Int32Array(size);
    this.others.set(others);
    this.out = new Float64Array(size);
    this.out.set(out);
    this.into = new Float64Array(size);
    this.into.set(into);
  }
}
