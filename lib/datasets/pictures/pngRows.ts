import type { PngHeader } from "./pngChunks";

/** Every `step`-th pixel of every `step`-th row, from a given first pixel. A picture that is not interlaced is a single grid. */
export interface PixelGrid {
  left: number;
  top: number;
  stepX: number;
  stepY: number;
  width: number;
  height: number;
}

/** The seven passes of Adam7. */
const adam7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
];

/** The grids of a picture's pixels, in the order of the file, without empty ones. */
export function pixelGrids({ width, height, interlaced }: PngHeader): PixelGrid[] {
  return (interlaced ? adam7 : [[0, 0, 1, 1]])
    .map(([left, top, stepX, stepY]) => ({
      left,
      top,
      stepX,
      stepY,
      width: Math.ceil((width - left) / stepX),
      height: Math.ceil((height - top) / stepY),
    }))
    .filter((grid) => grid.width > 0 && grid.height > 0);
}

/** Samples per pixel: gray, RGB, palette, gray with opacity, RGB with opacity. */
export const samplesPerPixel = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 } as const;

/** Bytes of a row, without the byte that names its filter. */
export function rowLength(width: number, { depth, colorType }: PngHeader): number {
  return Math.ceil((width * samplesPerPixel[colorType] * depth) / 8);
}

/**
 * Undoes the filters of a grid's rows, in place. Each row begins with the number of its filter, which says what was subtracted from its
 * bytes: nothing, the byte to the left, the one above, their mean, or Paeth's choice.
 */
export function unfilter(rows: Uint8Array, length: number, { depth, colorType }: PngHeader): void {
  const back = Math.max(1, (samplesPerPixel[colorType] * depth) / 8);
  let above: Uint8Array = new Uint8Array(length);
  for (let start = 0; start < rows.length; start += length + 1) {
    const row = rows.subarray(start + 1, start + 1 + length);
    const undo = filters[rows[start]] as Undo | undefined;
    if (undo === undefined) throw new Error(`it has a row with the unknown filter ${rows[start]}`);
    undo(row, above, back);
    above = row;
  }
}

/** Undoes one filter of a row, given the row above and the distance in bytes from a byte to the one to its left. */
type Undo = (row: Uint8Array, above: Uint8Array, back: number) => void;

const filters: Undo[] = [
  () => undefined,
  (row, _above, back) => {
    for (let i = back; i < row.length; i++) row[i] += row[i - back];
  },
  (row, above) => {
    for (let i = 0; i < row.length; i++) row[i] += above[i];
  },
  (row, above, back) => {
    for (let i = 0; i < row.length; i++) row[i] += ((i < back ? 0 : row[i - back]) + above[i]) >> 1;
  },
  (row, above, back) => {
    for (let i = 0; i < Math.min(back, row.length); i++) row[i] += above[i];
    for (let i = back; i < row.length; i++) row[i] += paeth(row[i - back], above[i], above[i - back]);
  },
];

/** Of left, above and upper left the one that is nearest to left + above − upper left. */
function paeth(left: number, above: number, corner: number): number {
  const toLeft = Math.abs(above - corner);
  const toAbove = Math.abs(left - corner);
  const toCorner = Math.abs(left + above - 2 * corner);
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}

/** Unpacks the samples of a row, which have 1, 2, 4, 8 or 16 bits. */
export function unpackSamples(row: Uint8Array, depth: number, samples: Uint16Array): void {
  if (depth === 8) samples.set(row.subarray(0, samples.length));
  else if (depth === 16) {
    for (let i = 0; i < samples.length; i++) samples[i] = (row[2 * i] << 8) | row[2 * i + 1];
  } else {
    const mask = (1 << depth) - 1;
    for (let i = 0; i < samples.length; i++) {
      const bit = i * depth;
      samples[i] = (row[bit >> 3] >> (8 - depth - (bit & 7))) & mask;
    }
  }
}
