import type * as tf from "@tensorflow/tfjs-core";

type ConvolutionShape = tf.backend_util.Conv2DInfo;

/**
 * The memory layout of the patches that a convolution sees. Written as rows, `columns[(n, y, x), (ky, kx, c)]`, the patches
 * of one image consist of runs of numbers that are contiguous in the image too.
 */
export interface Patches {
  /** Numbers in one patch: filter height × filter width × channels. */
  size: number;
  /** Patches in one image, one per pixel of the output. */
  perImage: number;
  /** Numbers in one image. */
  imageSize: number;
  /** For each run of one image: its start in the image, its start in the columns, and its length. */
  runs: Int32Array;
}

export function patchesOf(shape: ConvolutionShape): Patches {
  const { inHeight, inWidth, inChannels, outHeight, outWidth, filterHeight, filterWidth } = shape;
  const { top, left } = shape.padInfo;
  const size = filterHeight * filterWidth * inChannels;
  const runs: number[] = [];
  for (let y = 0; y < outHeight; y++) {
    for (let x = 0; x < outWidth; x++) {
      const firstColumn = x * shape.strideWidth - left;
      const from = Math.max(0, -firstColumn);
      const length = Math.min(filterWidth, inWidth - firstColumn) - from;
      for (let ky = 0; ky < filterHeight; ky++) {
        const row = y * shape.strideHeight - top + ky;
        if (row < 0 || row >= inHeight || length <= 0) continue;
        const inImage = (row * inWidth + firstColumn + from) * inChannels;
        const inColumns = (y * outWidth + x) * size + (ky * filterWidth + from) * inChannels;
        runs.push(inImage, inColumns, length * inChannels);
      }
    }
  }
  const perImage = outHeight * outWidth;
  return {
    size,
    perImage,
    imageSize: inHeight * inWidth * inChannels,
    runs: Int32Array.from(runs),
  };
}

/** Adds rows of patches to the pixels they were copied from (col2im). The offsets are positions in the heap. */
export function addColumnsToImages(
  patches: Patches,
  heap: Float32Array,
  columns: number,
  image: number,
  images: number,
): void {
  const { runs, imageSize } = patches;
  const columnsSize = patches.perImage * patches.size;
  for (let n = 0; n < images; n++, image += imageSize, columns += columnsSize) {
    for (let r = 0; r < runs.length; r += 3) {
      const to = image + runs[r];
      const from = columns + runs[r + 1];
      const length = runs[r + 2];
      for (let i = 0; i < length; i++) heap[to + i] += heap[from + i];
    }
  }
}

/**
 * Copies what the filter's weights see into rows (im2col, transposed): `columns[(ky, kx, c), (y, x, n)]` for the output rows
 * `firstRow` … `firstRow + rows − 1`, from pixels `[(y, x, c), n]`. With the images innermost, every copy is one run of all images.
 */
export function pixelsToColumns(
  shape: ConvolutionShape,
  heap: Float32Array,
  pixels: number,
  columns: number,
  firstRow: number,
  rows: number,
): void {
  const { batchSize: images, inHeight, inWidth, inChannels, outWidth, filterHeight, filterWidth } = shape;
  let to = columns;
  for (let ky = 0; ky < filterHeight; ky++) {
    for (let kx = 0; kx < filterWidth; kx++) {
      for (let c = 0; c < inChannels; c++) {
        for (let y = firstRow; y < firstRow + rows; y++) {
          const row = y * shape.strideHeight - shape.padInfo.top + ky;
          for (let x = 0; x < outWidth; x++, to += images) {
            const column = x * shape.strideWidth - shape.padInfo.left + kx;
            if (row < 0 || row >= inHeight || column < 0 || column >= inWidth) {
              heap.fill(0, to, to + images);
              continue;
            }
            const from = pixels + ((row * inWidth + column) * inChannels + c) * images;
            if (images > 32) heap.copyWithin(to, from, from + images);
            else for (let n = 0; n < images; n++) heap[to + n] = heap[from + n];
          }
        }
      }
    }
  }
}
