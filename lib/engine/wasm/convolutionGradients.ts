import * as tf from "@tensorflow/tfjs-core";
import { addColumnsToImages, patchesOf, pixelsToColumns } from "./columns";
import { dispose, floats, heapOf, multiply, position, runOwnKernel } from "./wasmBackend";
import type { KernelCall, WasmBackend } from "./wasmBackend";

type Shape4D = [number, number, number, number];

interface ConvolutionAttributes {
  strides: number | [number, number];
  pad: "valid" | "same" | number | tf.backend_util.ExplicitPadding;
  dataFormat: "NHWC" | "NCHW";
  dimRoundingMode?: "floor" | "round" | "ceil";
}

/**
 * ∂J/∂W of a convolution: XᵀD, summed over blocks of output rows, where the rows of X are what the weights see and the rows of D are
 * ∂J/∂y. Both have the images innermost, so that X consists of long runs.
 */
export function convolutionFilterGradient({
  inputs,
  backend,
  attrs,
}: KernelCall<ConvolutionAttributes & { filterShape: Shape4D }>): tf.TensorInfo {
  const { x, dy } = inputs as { x: tf.TensorInfo; dy: tf.TensorInfo };
  const shape = convolutionShape(x.shape as Shape4D, attrs.filterShape, attrs);
  const { batchSize: images, outHeight, outWidth, outChannels } = shape;
  const weights = shape.filterHeight * shape.filterWidth * shape.inChannels;
  const imageSize = shape.inHeight * shape.inWidth * shape.inChannels;
  const pixels = permute(backend, { ...x, shape: [images, imageSize] }, [1, 0]);
  const errors = permute(backend, { ...dy, shape: [images, outHeight * outWidth, outChannels] }, [1, 0, 2]);
  const gradient = backend.makeOutput([...attrs.filterShape], "float32");
  floats(backend, gradient).fill(0);

  const perRow = outWidth * images;
  for (const { first, count } of blocks(outHeight, perRow * weights)) {
    const columns = backend.makeOutput([weights, count * perRow], "float32");
    pixelsToColumns(
      shape,
      heapOf(backend),
      position(backend, pixels),
      position(backend, columns),
      first,
      count,
    );
    const some = someRows(backend, errors, first * perRow, count * perRow, outChannels);
    const product = multiply(backend, columns, some);
    const [total, values] = [floats(backend, gradient), floats(backend, product)];
    for (let i = 0; i < total.length; i++) total[i] += values[i];
    dispose(backend, columns, some, product);
  }
  dispose(backend, pixels, errors);
  return gradient;
}

/** ∂J/∂x of a convolution: the patches' errors D·Wᵀ are added to the pixels that the patches were copied from. */
export function convolutionInputGradient({
  inputs,
  backend,
  attrs,
}: KernelCall<ConvolutionAttributes & { inputShape: Shape4D }>): tf.TensorInfo {
  const { dy, filter } = inputs as { dy: tf.TensorInfo; filter: tf.TensorInfo };
  const shape = convolutionShape(attrs.inputShape, filter.shape as Shape4D, attrs);
  const patches = patchesOf(shape);
  const outputs = shape.outChannels;
  const weights = permute(backend, { ...filter, shape: [patches.size, outputs] }, [1, 0]);
  const gradient = backend.makeOutput([...attrs.inputShape], "float32");
  floats(backend, gradient).fill(0);

  const columnsPerImage = patches.perImage * patches.size;
  for (const { first, count: images } of blocks(shape.batchSize, columnsPerImage)) {
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
    throw new Error(`The wasm engine only convolves images in the format NHWC, got ${attrs.dataFormat}.`);
  }
  return tf.backend_util.computeConv2DInfo(input, filter, attrs.strides, 1, attrs.pad, attrs.dimRoundingMode);
}

/** Splits `length` items of `size` numbers each into blocks of about 8 MB, which stay in the cache and bound the memory. */
function* blocks(length: number, size: number): Generator<{ first: number; count: number }> {
  const block = Math.max(1, Math.floor(2e6 / size));
  for (let first = 0; first < length; first += block) yield { first, count: Math.min(block, length - first) };
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

function permute(backend: WasmBackend, x: tf.TensorInfo, perm: number[]): tf.TensorInfo {
  return runOwnKernel("Transpose", backend, { x }, { perm });
}
