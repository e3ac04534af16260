import { blankPicture, enlarge, type Picture } from "./picture";

/** The order of an array of images: by image, row, column and channel. */
export type ImageShape = readonly [count: number, height: number, width: number, channels: number];

export interface StripOptions {
  /** Images per row. Default 10. */
  columns?: number;
  /** Maximum number of images. Default 40. */
  most?: number;
  /** Each pixel becomes a square of this size. Default: images become about 56 pixels wide. */
  scale?: number;
}

const gap = 1;
const comfortable = (height: number, width: number) => Math.max(1, Math.floor(56 / Math.max(width, height)));

/**
 * Images in rows. Values from 0 to 1 and bytes are shown as they are; other ranges are stretched from black for the smallest value
 * to white for the largest. One channel is grey, three are colors, a fourth is opacity.
 */
export function imageStrip(
  values: ArrayLike<number>,
  [count, height, width, channels]: ImageShape,
  { columns = 10, most = 40, scale = comfortable(height, width) }: StripOptions = {},
): Picture {
  const shown = Math.min(count, most);
  const across = Math.min(columns, shown);
  const down = Math.ceil(shown / across);
  const strip = blankPicture(across * (width + gap) - gap, down * (height + gap) - gap);
  const size = height * width * channels;
  const byte = toBytes(values, shown * size);
  for (let image = 0; image < shown; image++) {
    const left = (image % across) * (width + gap);
    const top = Math.floor(image / across) * (height + gap);
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const from = image * size + (y * width + x) * channels;
        const channel = (i: number) => byte(values[from + (channels < 3 ? 0 : i)]);
        const opacity = channels === 4 ? byte(values[from + 3]) : 255;
        const to = 4 * ((top + y) * strip.width + left + x);
        strip.pixels.set([channel(0), channel(1), channel(2), opacity], to);
      }
    }
  }
  return enlarge(strip, scale);
}

/** Maps the range of the first values to 0 … 255. */
function toBytes(values: ArrayLike<number>, length: number): (value: number) => number {
  let [low, high, whole] = [Infinity, -Infinity, true];
  for (let i = 0; i < length; i++) {
    const value = values[i];
    if (!Number.isFinite(value)) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
    whole &&= Number.isInteger(value);
  }
  const isByte = whole && low >= 0 && high > 1 && high <= 255;
  const isShare = low >= 0 && high <= 1;
  const [from, to] = isByte ? [0, 255] : isShare ? [0, 1] : [low, high];
  return (value) => Math.round((255 * (value - from)) / (to - from || 1));
}
