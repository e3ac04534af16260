import { PNG } from "pngjs";

/** Pixels in rows from the top, one byte per channel. */
export interface Pixels {
  width: number;
  height: number;
  pixels: Uint8Array;
}

/**
 * Pixels as a PNG file: 1 channel is grey, 3 are red, green and blue, a fourth is opacity.
 *
 * @param isFiltered False saves the search for the best filters, which pays for large pictures only.
 */
export function encodePng(
  { width, height, pixels }: Pixels,
  { channels = 4, isFiltered = true }: { channels?: number; isFiltered?: boolean } = {},
): Buffer {
  const png = new PNG({ width, height });
  png.data =
    channels === 3 ? withOpacity(pixels) : Buffer.from(pixels.buffer, pixels.byteOffset, pixels.byteLength);
  return PNG.sync.write(png, {
    colorType: channels === 1 ? 0 : channels === 3 ? 2 : 6,
    inputColorType: channels === 1 ? 0 : 6,
    inputHasAlpha: channels !== 1,
    ...(!isFiltered && { filterType: 0 }),
  });
}

/** A PNG file as the address of an `<img>`. */
export function pngUrl(png: Buffer): string {
  return `data:image/png;base64,${png.toString("base64")}`;
}

function withOpacity(pixels: Uint8Array): Buffer {
  const full = Buffer.alloc((pixels.length / 3) * 4, 255);
  for (let from = 0, to = 0; from < pixels.length; from += 3, to += 4) {
    for (let c = 0; c < 3; c++) full[to + c] = pixels[from + c];
  }
  return full;
}
