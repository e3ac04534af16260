import * as tf from "@tensorflow/tfjs-core";
import { multipliesFastAtOnce } from "../../core/engine";

/**
 * Distances per block: 28 MB. Larger blocks are multiplied faster, but from 32 MB Linux maps the memory of each
 * block anew, page by page.
 */
const blockSize = 7e6;

/** Whether the engine is faster than plain TypeScript: its tensors can be read synchronously and there is enough work. */
export function engineIsWorth(operations: number): boolean {
  return multipliesFastAtOnce() && operations >= 1e6;
}

/**
 * Squared distances from points, in blocks of rows, to others by the engine's matMul:
 * ‖x − y‖² = [x, ‖x‖², 1] · [−2y, 1, ‖y‖²]. In float32: center the points first.
 */
export class DistanceBlocks {
  /** Rows per block; the last block may have fewer. */
  readonly height: number;
  private readonly blocks: tf.Tensor2D[] = [];

  /** `rows` are points of d coordinates. `width` is the number of points that distances are computed to at a time. */
  constructor(
    rows: Float64Array,
    private readonly d: number,
    width: number,
  ) {
    const n = rows.length / d;
    this.height = Math.min(n, Math.max(64, Math.floor(blockSize / width)));
    for (let from = 0; from < n; from += this.height) {
      this.blocks.push(factor(rows.subarray(from * d, (from + this.height) * d), d, 1, [d, d + 1]));
    }
  }

  get count(): number {
    return this.blocks.length;
  }

  /** The second factor of the product, for the points that distances are computed to. The caller owns it. */
  others(rows: Float64Array): tf.Tensor2D {
    return factor(rows, this.d, -2, [this.d + 1, this.d]);
  }

  /** The squared distances from the points of a block, one row each, to the others. The caller owns the tensor. */
  distances(block: number, others: tf.Tensor2D): tf.Tensor2D {
    return tf.matMul(this.blocks[block], others, false, true);
  }

  dispose(): void {
    tf.dispose(this.blocks);
  }
}

/** The rows scaled, with ‖row‖² and 1 in two more columns. */
function factor(
  rows: Float64Array,
  d: number,
  scale: number,
  [squareAt, oneAt]: [number, number],
): tf.Tensor2D {
  const n = rows.length / d;
  const width = d + 2;
  const entries = new Float32Array(n * width);
  for (let i = 0, at = 0; i < n; i++) {
    const first = i * width;
    let square = 0;
    for (let c = 0; c < d; c++, at++) {
      entries[first + c] = scale * rows[at];
      square += rows[at] ** 2;
    }
    entries[first + squareAt] = square;
    entries[first + oneAt] = 1;
  }
  return tf.tensor2d(entries, [n, width]);
}
