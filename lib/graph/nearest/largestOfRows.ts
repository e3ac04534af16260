import * as tf from "@tensorflow/tfjs-core";

/** Columns whose largest value stands for all of them in the first round of the selection. */
const group = 32;

/**
 * The `wanted` columns j with the largest x_i·x_j − ½‖x_j‖² for rows i of a block, in descending order. The products and
 * the largest value of every group of columns are the engine's; the groups that can matter are gathered and read.
 */
export class LargestOfRows {
  /** What `find` found, `wanted` entries per row. */
  points = new Int32Array();
  values = new Float32Array();
  private readonly left: tf.Tensor2D;
  private readonly right: tf.Tensor2D;
  private readonly groups: number;
  private readonly taken: number;

  constructor(
    rows: Float32Array,
    squares: Float64Array,
    private readonly d: number,
    private readonly wanted: number,
  ) {
    const n = squares.length;
    this.groups = Math.ceil(n / group);
    this.taken = Math.min(wanted, this.groups);
    const padding = this.groups * group - n;
    const halves = new Float32Array(n + padding).fill(-1e30);
    for (let j = 0; j < n; j++) halves[j] = -squares[j] / 2;
    [this.left, this.right] = tf.tidy(() => {
      const x = tf.tensor2d(rows, [n, d]);
      const y = tf.transpose(
        tf.pad(x, [
          [0, padding],
          [0, 0],
        ]),
      );
      return [
        tf.concat([x, tf.ones([n, 1])], 1),
        tf.concat([y, tf.tensor2d(halves, [1, n + padding])], 0),
      ] as [tf.Tensor2D, tf.Tensor2D];
    });
  }

  /** Searches for the rows from … to − 1. */
  find(from: number, to: number): void {
    const count = to - from;
    const { groups, taken, d } = this;
    const products = tf.tidy(() =>
      tf.reshape(tf.matMul(tf.slice(this.left, [from, 0], [count, d + 1]), this.right), [
        count * groups,
        group,
      ]),
    );
    const maxima = tf.max(products, 1);
    const picked = new Int32Array(count * taken);
    const bounds = pickGroups(maxima.dataSync<"float32">(), picked, groups, taken);
    if (taken < this.wanted) bounds.fill(-Infinity);
    const gathered = tf.tidy(() => tf.gather(products, tf.tensor1d(picked, "int32")));
    this.select(gathered.dataSync<"float32">(), picked, bounds);
    tf.dispose([products, maxima, gathered]);
  }

  dispose(): void {
    tf.dispose([this.left, this.right]);
  }

  /** Picks the `wanted` largest of each row's gathered groups, all of them at least `bounds`. */
  private select(gathered: Float32Array, picked: Int32Array, bounds: Float32Array): void {
    const { wanted, groups, taken } = this;
    const count = bounds.length;
    const points = (this.points = new Int32Array(count * wanted));
    const values = (this.values = new Float32Array(count * wanted));
    for (let row = 0; row < count; row++) {
      const first = row * wanted;
      let found = 0;
      let least = bounds[row];
      for (let g = row * taken; g < (row + 1) * taken; g++) {
        const column = (picked[g] - row * groups) * group;
        for (let c = 0, at = g * group; c < group; c++, at++) {
          const value = gathered[at];
          if (value < least) continue;
          let place = first + Math.min(found, wanted - 1);
          if (found === wanted && value <= values[place]) continue;
          if (found < wanted) found++;
          for (; place > first && values[place - 1] < value; place--) {
            values[place] = values[place - 1];
            points[place] = points[place - 1];
          }
          values[place] = value;
          points[place] = column + c;
          if (found === wanted) least = values[first + wanted - 1];
        }
      }
    }
  }
}

/**
 * Writes the `taken` groups with the largest maxima of each row to `picked`, as rows of the grouped products, and
 * returns a value that at least `taken` products of the row reach: the smallest of those maxima.
 */
function pickGroups(maxima: Float32Array, picked: Int32Array, groups: number, taken: number): Float32Array {
  const bounds = new Float32Array(picked.length / taken);
  const best = new Float32Array(taken);
  for (let row = 0, first = 0; row < bounds.length; row++, first += taken) {
    const [from, to] = [row * groups, (row + 1) * groups];
    best.fill(-Infinity);
    let least = -Infinity;
    for (let g = from; g < to; g++) {
      const value = maxima[g];
      if (value <= least) continue;
      let place = taken - 1;
      for (; place > 0 && best[place - 1] < value; place--) best[place] = best[place - 1];
      best[place] = value;
      least = best[taken - 1];
    }
    bounds[row] = least;
    let found = 0;
    for (let g = from; g < to && found < taken; g++) if (maxima[g] > least) picked[first + found++] = g;
    for (let g = from; g < to && found < taken; g++) if (maxima[g] === least) picked[first + found++] = g;
  }
  return bounds;
}
