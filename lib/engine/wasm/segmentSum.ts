import * as tf from "@tensorflow/tfjs-core";
import { floats, type KernelCall } from "./wasmBackend";

/** y[s] = Σ x[i] over the i with segmentIds[i] = s: the gradient of gather. Negative ids are left out, as TensorFlow does. */
export function segmentSum({ inputs, backend, attrs }: KernelCall<{ numSegments: number }>): tf.TensorInfo {
  const { x, segmentIds } = inputs as { x: tf.TensorInfo; segmentIds: tf.TensorInfo };
  const idShape = segmentIds.shape;
  const rowShape = x.shape.slice(idShape.length);
  const rowSize = tf.util.sizeFromShape(rowShape);
  const result = backend.makeOutput([attrs.numSegments, ...rowShape], x.dtype);
  const sums = floats(backend, result);
  const values = floats(backend, x);
  const ids = backend.typedArrayFromHeap(segmentIds);
  sums.fill(0);
  for (let i = 0; i < ids.length; i++) {
    if (ids[i] < 0) continue;
    const to = ids[i] * rowSize;
    const from = i * rowSize;
    for (let j = 0; j < rowSize; j++) sums[to + j] += values[from + j];
  }
  return result;
}
