import * as tf from "@tensorflow/tfjs-core";
import { isTensor, readTensor } from "../core/options";
import { check, plural } from "../core";
import { toFloats, type Matrix, type MatrixLike } from "../core/values";
import { checkTriplets, type Triplets } from "./triplets";

/**
 * The differences that the loss is made of (paper, appendix "An efficient matrix-based algorithm"), one row a triplet:
 * p = z − z⁺ and q = z⁻ − (z + z⁺)/2, both [T, d]. Tensors give tensors, which the caller owns and which can be differentiated;
 * a Float32Array gives float32; all else float64.
 *
 * @example
 * const { p, q } = tripletDifferences(x, triplets); // anchor − positive, anchor − negative
 * p.shape; // → [6, 2]
 */
export function tripletDifferences(z: tf.Tensor2D, triplets: Triplets): { p: tf.Tensor2D; q: tf.Tensor2D };
export function tripletDifferences(z: MatrixLike, triplets: Triplets): { p: Matrix; q: Matrix };
export function tripletDifferences(
  z: MatrixLike,
  triplets: Triplets,
): { p: Matrix; q: Matrix } | { p: tf.Tensor2D; q: tf.Tensor2D } {
  checkTriplets(triplets, "tripletDifferences");
  if (isTensor(z)) {
    readTensor(z, "tripletDifferences: z", 2);
    checkIndices(triplets, z.shape[0]);
    return tf.tidy(() => {
      const rows = (indices: Int32Array) => tf.gather<tf.Tensor2D>(z, tf.tensor1d(indices, "int32"));
      const anchor = rows(triplets.anchors);
      const positive = rows(triplets.positives);
      const middle = tf.mul(tf.add(anchor, positive), 0.5);
      const p: tf.Tensor2D = tf.sub(anchor, positive);
      const q: tf.Tensor2D = tf.sub(rows(triplets.negatives), middle);
      return { p, q };
    });
  }
  const { data, shape } = toFloats(z, "tripletDifferences: z");
  const single = data instanceof Float32Array;
  checkIndices(triplets, shape[0]);
  const d = shape[1];
  const size = triplets.count * d;
  const [p, q] = single
    ? [new Float32Array(size), new Float32Array(size)]
    : [new Float64Array(size), new Float64Array(size)];
  for (let t = 0, at = 0; t < triplets.count; t++) {
    const anchor = triplets.anchors[t] * d;
    const positive = triplets.positives[t] * d;
    const negative = triplets.negatives[t] * d;
    for (let j = 0; j < d; j++, at++) {
      p[at] = data[anchor + j] - data[positive + j];
      q[at] = data[negative + j] - (data[anchor + j] + data[positive + j]) / 2;
    }
  }
  return { p: { data: p, shape: [triplets.count, d] }, q: { data: q, shape: [triplets.count, d] } };
}

function checkIndices({ anchors, positives, negatives }: Triplets, n: number): void {
  for (const indices of [anchors, positives, negatives]) {
    const wrong = indices.find((i) => i < 0 || i >= n);
    check(
      wrong === undefined,
      () =>
        `tripletDifferences: triplets must index the ${plural(n, "row")} of z, got ${wrong}. Mine them from a graph of this z.`,
    );
  }
}
