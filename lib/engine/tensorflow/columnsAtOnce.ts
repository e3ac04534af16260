import * as tf from "@tensorflow/tfjs-core";

/**
 * Convolutions of images with few channels, c neighboring columns at once. TensorFlow multiplies the patches that the filter
 * sees by the filter, one row per pixel of y. With few channels both matrices are narrow and the product is slow. Side by
 * side and shifted by s = 0 … c − 1 columns, W becomes c filters V[u, v, (s, k)] = W[u, v − s, k], c columns apart, and
 *
 *   y[i, c·j + s, k] = Σ_uv x[i + u, c·j + v] · V[u, v, (s, k)]
 *
 * has 1/c of the rows, each c times as wide, in the same memory layout as y.
 */
const c = 4;
const fewChannels = 3;

interface Attributes {
  strides: number | [number, number];
  pad: "valid" | "same" | number | tf.backend_util.ExplicitPadding;
  dataFormat: "NHWC" | "NCHW";
  dilations?: number | [number, number];
  dimRoundingMode?: "floor" | "round" | "ceil";
  /** The filter's shape, for its gradient, where the filter is not an input. */
  filterShape: Shape4D;
}
type Shape4D = [number, number, number, number];

/** Speeds up y and ∂J/∂W of convolutions with few channels on the tensorflow backend. Call once, after its kernels are registered. */
export function registerColumnKernels(): void {
  refineKernel(tf.Conv2D, ({ x, filter }, attributes) => {
    const shape = shapeForColumns(x.shape, filter.shape, attributes);
    return (
      shape && tf.reshape(tf.conv2d(withZeros(x, shape), sideBySide(filter), [1, c], "valid"), shape.outShape)
    );
  });
  refineKernel(tf.Conv2DBackpropFilter, ({ x, dy }, attributes) => {
    const shape = shapeForColumns(x.shape, attributes.filterShape, attributes);
    if (!shape) return undefined;
    const { batchSize, outHeight, outWidth, outChannels, filterHeight, filterWidth, inChannels } = shape;
    const errors = tf.reshape(dy, [batchSize, outHeight, outWidth / c, c * outChannels]);
    const gradient = tf.engine().runKernel<tf.Tensor4D>(
      tf.Conv2DBackpropFilter,
      { x: withZeros(x, shape), dy: errors },
      {
        strides: [1, c],
        pad: "valid",
        dataFormat: "NHWC",
        filterShape: [filterHeight, filterWidth + c - 1, inChannels, c * outChannels],
      },
    );
    return tf.addN(shifts.map((s) => tf.slice(gradient, [0, s, 0, s * outChannels], attributes.filterShape)));
  });
}

const shifts = Array.from({ length: c }, (_, s) => s);

/** The convolution's shape if computing c columns at once is possible and faster. */
function shapeForColumns(
  x: Shape4D,
  filter: Shape4D,
  { strides, pad, dataFormat, dilations = 1, dimRoundingMode }: Attributes,
): tf.backend_util.Conv2DInfo | undefined {
  if (dataFormat !== "NHWC" || filter[2] > fewChannels) return undefined;
  const shape = tf.backend_util.computeConv2DInfo(x, filter, strides, dilations, pad, dimRoundingMode);
  const everyPixel = shape.strideHeight === 1 && shape.strideWidth === 1;
  const undilated = shape.dilationHeight === 1 && shape.dilationWidth === 1;
  return everyPixel && undilated && shape.outWidth % c === 0 ? shape : undefined;
}

function withZeros(x: tf.Tensor4D, { padInfo: { top, bottom, left, right } }: tf.backend_util.Conv2DInfo) {
  if (top + bottom + left + right === 0) return x;
  return tf.pad(x, [
    [0, 0],
    [top, bottom],
    [left, right],
    [0, 0],
  ]);
}

function sideBySide(filter: tf.Tensor4D): tf.Tensor4D {
  const shifted = shifts.map((s) =>
    tf.pad(filter, [
      [0, 0],
      [s, c - 1 - s],
      [0, 0],
      [0, 0],
    ]),
  );
  return tf.concat(shifted, 3);
}

/** Tries `refined` before the backend's own kernel, which computes everything for which `refined` returns undefined. */
function refineKernel(
  kernelName: string,
  refined: (inputs: Record<string, tf.Tensor4D>, attributes: Attributes) => tf.Tensor | undefined,
): void {
  const own = tf.getKernel(kernelName, "tensorflow");
  tf.unregisterKernel(kernelName, "tensorflow");
  tf.registerKernel({
    ...own,
    kernelFunc: (call) =>
      tf.tidy(() =>
        refined(call.inputs as Record<string, tf.Tensor4D>, call.attrs as unknown as Attributes),
      ) ?? own.kernelFunc(call),
  });
}
