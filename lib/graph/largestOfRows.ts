import * as tf from "@tensorflow/tfjs-core";

export interface LargestOfRows {
  /** The columns of each row's `count` largest values, in no order, row by row. */
  indices: Int32Array;
  /** The smallest of those values, a row each. */
  smallest: Float32Array;
}

/** Each row's `count` largest values. TensorFlow has a fast kernel for it; elsewhere a pass over the values here is faster. */
export function largestOfRows(scores: tf.Tensor2D, count: number): LargestOfRows {
  const [rows, columns] = scores.shape;
  const smallest = new Float32Array(rows);
  if (tf.getBackend() === "tensorflow") {
    const { values, indices } = tf.topk(scores, count, true);
    const [sorted, columnsOf] = [values.dataSync(), indices.dataSync() as Int32Array];
    tf.dispose([values, indices]);
    for (let row = 0; row < rows; row++) smallest[row] = sorted[(row + 1) * count - 1];
    return { indices: columnsOf, smallest };
  }
  const values = scores.dataSync() as Float32Array;
  const indices = new Int32Array(rows * count);
  for (let row = 0; row < rows; row++) {
    const kept = indices.subarray(row * count, (row + 1) * count);
    smallest[row] = largest(values.subarray(row * columns, (row + 1) * columns), kept);
  }
  return { indices, smallest };
}

/** Fills `kept` with the positions of the largest values and returns the smallest value among them. */
function largest(values: Float32Array, kept: Int32Array): number {
  const count = kept.length;
  const sorted = new Float32Array(count);
  const insert = (value: number, position: number, at: number) => {
    while (at > 0 && sorted[at - 1] < value) {
      sorted[at] = sorted[at - 1];
      kept[at] = kept[at - 1];
      at--;
    }
    sorted[at] = value;
    kept[at] = position;
  };
  for (let i = 0; i < count; i++) insert(values[i], i, i);
  for (let i = count; i < values.length; i++)
    if (values[i] > sorted[count - 1]) insert(values[i], i, count - 1);
  return sorted[count - 1];
}
