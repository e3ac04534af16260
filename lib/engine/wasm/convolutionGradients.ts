import * as tf from "@tensorflow/tfjs-core";
import { addColumnsToImages, imagesToColumns, patchesOf, type Patches } from "./columns";
import { dispose, floats, heapOf, multiply, position, runOwnKernel } from "./wasmBackend";
import type { KernelCall, WasmBackend } from "./wasmBackend";

type Shape4D = [number, number, number, number];

interface ConvolutionAttributes {
  strides: number | [number, number];
  pad: "valid" | "same" | number | tf.backend_util.ExplicitPadding;
  dataFormat: "NHWC" | "NCHW";
  dimRoundingMode?: "floor" | "round" | "ceil";
}

/** ∂J/∂W of a convolution: with the image patches as rows of X and ∂J/∂y as rows of D it is XᵀD, summed over blocks. */
export function convolutionFilterGradient({
  inputs,
  backend,
  attrs,
}: KernelCall<ConvolutionAttributes & { filterShape: Shape4D }>): tf.TensorInfo {
  const { x, dy } = inputs as { x: tf.TensorInfo; dy: tf.TensorInfo };
  const shape = convolutionShape(x.shape as Shape4D, attrs.filterShape, attrs);
  const patches = patchesOf(shape);
  const gradient = backend.makeOutput([...attrs.filterShape], "float32");
  floats(backend, gradient).fill(0);

  for (const { first, images } of blocks(shape, patches)) {
    const rows = images * patches.perImage;
    const columns = backend.makeOutput([rows, patches.size], "float32");
    const image = position(backend, x) + first * patches.imageSize;
    imagesToColumns(patches, heapOf(backend), image, position(backend, columns), images);
    // The backend repacks the right factor of a product on every call, so the small one stands there.
    const left = transpose(backend, columns);
    const errors = someRows(backend, dy, first * patches.perImage, rows, shape.outChannels);
    const product = multiply(backend, left, errors);
    const [total, values] = [floats(backend, gradient), floats(backend, product)];
    for (let i = 0; i < total.length; i++) total[i] += values[i];
    dispose(backend, columns, left, errors, product);
  }
  return gradient;
}

/** ∂J/∂x of a convolution: the patches' errors are D·Wᵀ; each is added back to the pixels it was copied from. */
export function convolutionInputGradient({
  inputs,
  backend,
  attrs,
}: KernelCall<ConvolutionAttributes & { inputShape: Shape4D }>): tf.TensorInfo {
  const { dy, filter } = inputs as { dy: tf.TensorInfo; filter: tf.TensorInfo };
  const shape = convolutionShape(attrs.inputShape, filter.shape as Shape4D, attrs);
  const patches = patchesOf(shape);
  const outputs = shape.outChannels;
  const weights = transpose(backend, { ...filter, shape: [patches.size, outputs] });
  const gradient = backend.makeOutput([...attrs.inputShape], "float32");
  floats(backend, gradient).fill(0);

  for (const { first, images } of blocks(shape, patches)) {
    const errors = someRows(backend, dy, first * patches.perImage, images * patches.perImage, outputs);
    const columns = multiply(backend, errors, weights);
    const image = position(backend, gradient) + first * patches.imageSize;
    addColumnsToImages(patches, heapOf(backend), position(backend, columns), image, images);
    dispose(backend, errors, columns);
  }

  dispose(backend, weights);
  return gradient;
}

function convolutionShape(
  input: Shape4D,
  filter: Shape4D,
  attrs: ConvolutionAttributes,
): tf.backend_util.Conv2DInfo {
  if (attrs.dataFormat !== "NHWC") {
    throw new Error(`The wasm engine convolves images of format NHWC only, got ${attrs.dataFormat}.`);
  }
  return tf.backend_util.computeConv2DInfo(input, filter, attrs.strides, 1, attrs.pad, attrs.dimRoundingMode);
}

/** Blocks of images whose columns take some 8 MB: they stay in the cache, and memory is bounded. */
function* blocks(
  shape: tf.backend_util.Conv2DInfo,
  patches: Patches,
): Generator<{ first: number; images: number }> {
  const bytesPerImage = 4 * patches.perImage * patches.size;
  const block = Math.max(1, Math.floor(8e6 / bytesPerImage));
  for (let first = 0; first < shape.batchSize; first += block) {
    yield { first, images: Math.min(block, shape.batchSize - first) };
  }
}

/** A copy of rows `first` … `first + rows − 1` of a tensor seen as a matrix with the given columns. */
function someRows(
  backend: WasmBackend,
  tensor: tf.TensorInfo,
  first: number,
  rows: number,
  columns: number,
): tf.TensorInfo {
  const result = backend.makeOutput([rows, columns], "float32");
  floats(backend, result).set(floats(backend, tensor).subarray(first * columns, (first + rows) * columns));
  return result;
}

function transpose(backend: WasmBackend, matrix: tf.TensorInfo): tf.TensorInfo {
  return runOwnKernel("Transpose", backend, { x: matrix }, { perm: [1, 0] });
}
