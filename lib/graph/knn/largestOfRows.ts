import * as tf from "@tensorflow/tfjs-core";

/** Columns per group. The first round of the selection only looks at the largest value of each group. */
const group = 32;

/**
 * The `wanted` columns j with the largest x_i·x_j − ½‖x_j‖² for rows i of a block, in descending order. The engine
 * computes the products and the largest value of every group of columns. Groups that can matter are gathered and read.
 */
export class LargestOfRows {
  /** The result of `find`, `wanted` entries per row. */
  points = new Int32Array();
  values = new Float32Array();
  private readonly left: tf.Tensor2D[];
  private readonly right: tf.Tensor2D;
  private readonly groups: number;
  private readonly taken: number;

  constructor(
    rows: Float32Array,
    squares: Float64Array,
    d: number,
    private readonly wanted: number,
    height: number,
  ) {
    const n = squares.length;
    this.groups = Math.ceil(n / group);
    this.taken = Math.min(wanted, this.groups);
    const padding = this.groups * group - n;
    const halves = new Float32Array(n + padding).fill(-1e30);
    for (let j = 0; j < n; j++) halves[j] = -squares[j] / 2;
    const heights = Array.from({ length: Math.ceil(n / height) }, (_, b) => Math.min(height, n - b * height));
    [this.left, this.right] = tf.tidy(() => {
      const x = tf.tensor2d(rows, [n, d]);
      const y = tf.transpose(
        tf.pad(x, [
          [0, padding],
          [0, 0],
        ]),
      );
      return [
        tf.split<tf.Tensor2D>(tf.concat([x, tf.ones([n, 1])], 1), heights),
        tf.concat([y, tf.tensor2d(halves, [1, n + padding])], 0),
      ];
    });
  }

  /** Searches the rows of one of the ⌈n / height⌉ blocks. */
  find(block: number): void {
    const left = this.left[block];
    const [count] = left.shape;
    const { groups, taken } = this;
    const products = tf.tidy(() => tf.reshape(tf.matMul(left, this.right), [count * groups, group]));
    const [picked, maxima, values] = tf.tidy(() => {
      const best = tf.topk(tf.reshape(tf.max(products, 1), [count, groups]), taken);
      const firsts = tf.range(0, count * groups, groups, "int32");
      const rows = tf.reshape(tf.add(best.indices, tf.expandDims(firsts, 1)), [-1]);
      return [best.indices, best.values, tf.gather(products, rows)];
    });
    this.select(values.dataSync<"float32">(), picked.dataSync<"int32">(), maxima.dataSync<"float32">());
    // The products are freed last, so that the products of the next block fit into the memory they leave.
    tf.dispose([picked, maxima, values, products]);
  }

  dispose(): void {
    tf.dispose([...this.left, this.right]);
  }

  /**
   * Picks the `wanted` largest of each row's gathered groups. If as many groups were taken as values are wanted, no
   * wanted value is below the smallest maximum of those groups.
   */
  private select(gathered: Float32Array, picked: Int32Array, maxima: Float32Array): void {
    const { wanted, taken } = this;
    const count = picked.length / taken;
    const points = (this.points = new Int32Array(count * wanted));
    const values = (this.values = new Float32Array(count * wanted));
    for (let row = 0; row < count; row++) {
      const first = row * wanted;
      let found = 0;
      let least = taken < wanted ? -Infinity : maxima[(row + 1) * taken - 1];
      for (let g = row * taken; g < (row + 1) * taken; g++) {
        const column = picked[g] * group;
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
