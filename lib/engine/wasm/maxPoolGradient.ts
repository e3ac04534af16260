import * as tf from "@tensorflow/tfjs-core";
import { floats, type KernelCall } from "./wasmBackend";

interface PoolAttributes {
  filterSize: number | [number, number];
  strides: number | [number, number];
  pad: "valid" | "same" | number | tf.backend_util.ExplicitPadding;
  dimRoundingMode?: "floor" | "round" | "ceil";
}

/** ∂J/∂x of max pooling: each output's error goes to the first largest input of its window. */
export function maxPoolGradient({ inputs, backend, attrs }: KernelCall<PoolAttributes>): tf.TensorInfo {
  const { dy, input } = inputs as { dy: tf.TensorInfo; input: tf.TensorInfo };
  const shape = tf.backend_util.computePool2DInfo(
    input.shape as [number, number, number, number],
    attrs.filterSize,
    attrs.strides,
    1,
    attrs.pad,
    attrs.dimRoundingMode,
  );
  const { inHeight, inWidth, outHeight, outWidth, inChannels: channels } = shape;
  const gradient = backend.makeOutput([...input.shape], "float32");
  const [x, errors, dx] = [floats(backend, input), floats(backend, dy), floats(backend, gradient)];
  dx.fill(0);

  // The offset of each pixel in the current window; its channels are contiguous.
  const window = new Int32Array(shape.filterHeight * shape.filterWidth);
  let out = 0;
  for (let n = 0; n < shape.batchSize; n++) {
    for (let y = 0; y < outHeight; y++) {
      const top = y * shape.strideHeight - shape.padInfo.top;
      for (let x0 = 0; x0 < outWidth; x0++, out += channels) {
        const left = x0 * shape.strideWidth - shape.padInfo.left;
        let pixels = 0;
        for (let row = Math.max(0, top); row < Math.min(inHeight, top + shape.filterHeight); row++) {
          for (
            let column = Math.max(0, left);
            column < Math.min(inWidth, left + shape.filterWidth);
            column++
          ) {
            window[pixels++] = ((n * inHeight + row) * inWidth + column) * channels;
          }
        }
        for (let c = 0; c < channels; c++) {
          let at = window[0] + c;
          for (let p = 1; p < pixels; p++) if (x[window[p] + c] > x[at]) at = window[p] + c;
          dx[at] += errors[out + c];
        }
      }
    }
  }
  return gradient;
}
