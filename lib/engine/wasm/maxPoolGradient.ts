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

  let out = 0;
  for (let n = 0; n < shape.batchSize; n++) {
    const image = n * inHeight * inWidth * channels;
    for (let y = 0; y < outHeight; y++) {
      const top = y * shape.strideHeight - shape.padInfo.top;
      const firstRow = Math.max(0, top);
      const endRow = Math.min(inHeight, top + shape.filterHeight);
      for (let x0 = 0; x0 < outWidth; x0++) {
        const left = x0 * shape.strideWidth - shape.padInfo.left;
        const firstColumn = Math.max(0, left);
        const endColumn = Math.min(inWidth, left + shape.filterWidth);
        for (let c = 0; c < channels; c++, out++) {
          let largest = -Infinity;
          let at = -1;
          for (let row = firstRow; row < endRow; row++) {
            const rowAt = image + row * inWidth * channels + c;
            for (let column = firstColumn; column < endColumn; column++) {
              const value = x[rowAt + column * channels];
              if (value > largest || at < 0) {
                largest = value;
                at = rowAt + column * channels;
              }
            }
          }
          if (at >= 0) dx[at] += errors[out];
        }
      }
    }
  }
  return gradient;
}
