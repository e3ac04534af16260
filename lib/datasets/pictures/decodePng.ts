import { inflateExactly } from "../../io/files";
import type { Picture } from "./decodePicture";
import { readPngChunks, type PngChunks } from "./pngChunks";
import { checkPixels } from "./pictureOptions";
import { pixelGrids, rowLength, samplesPerPixel, unfilter, unpackSamples } from "./pngRows";

/**
 * Decodes a PNG file into colors, on white where it is transparent. Everything is checked before memory is allocated, and the packed pixels
 * may only unpack to the size that the header states.
 */
export function decodePng(bytes: Buffer, maxPixels: number, file: string): Picture {
  const chunks = readPngChunks(bytes);
  const { header } = chunks;
  const { width, height, depth, colorType } = header;
  checkPixels(width, height, maxPixels, file);
  const grids = pixelGrids(header);
  const size = grids.reduce((sum, grid) => sum + grid.height * (1 + rowLength(grid.width, header)), 0);
  const rows = inflateExactly(Buffer.concat(chunks.data), size);
  const data = new Uint8Array(3 * width * height);
  const paint = painter(chunks);
  let at = 0;
  for (const grid of grids) {
    const length = rowLength(grid.width, header);
    const own = rows.subarray(at, (at += grid.height * (1 + length)));
    unfilter(own, length, header);
    const samples = new Uint16Array(grid.width * samplesPerPixel[colorType]);
    for (let y = 0; y < grid.height; y++) {
      const start = y * (1 + length) + 1;
      unpackSamples(own.subarray(start, start + length), depth, samples);
      paint(samples, data, 3 * ((grid.top + y * grid.stepY) * width + grid.left), 3 * grid.stepX);
    }
  }
  return { width, height, channels: 3, data };
}

/** Puts a row's samples into the colors at `at`, `at + step`, … */
type Paint = (samples: Uint16Array, colors: Uint8Array, at: number, step: number) => void;

function painter({ header, palette, transparency }: PngChunks): Paint {
  if (header.colorType === 3) return palettePainter(palette, transparency);
  const most = 2 ** header.depth - 1;
  const count = samplesPerPixel[header.colorType];
  const isGrey = count < 3;
  const hasOpacity = count === 2 || count === 4;
  const hidden = hasOpacity ? undefined : transparentColor(transparency, count);
  if (count === 3 && most === 255 && hidden === undefined && !header.interlaced) {
    return (samples, colors, at) => {
      colors.set(samples, at);
    };
  }
  return (samples, colors, at, step) => {
    for (let from = 0; from < samples.length; from += count, at += step) {
      const opacity = hasOpacity
        ? eightBits(samples[from + count - 1], most)
        : hidden?.every((sample, c) => sample === samples[from + c])
          ? 0
          : 255;
      for (let c = 0; c < 3; c++) {
        colors[at + c] = overWhite(eightBits(samples[isGrey ? from : from + c], most), opacity);
      }
    }
  };
}

function palettePainter(palette: Buffer | undefined, opacities: Buffer | undefined): Paint {
  if (palette === undefined || palette.length % 3 !== 0 || palette.length > 3 * 256) {
    throw new Error("it has no palette, or a wrong one");
  }
  const shown = palette.map((value, i) => overWhite(value, opacities?.[Math.floor(i / 3)] ?? 255));
  return (samples, colors, at, step) => {
    for (let i = 0; i < samples.length; i++, at += step) {
      const from = 3 * samples[i];
      if (from >= shown.length) throw new Error(`its palette has no color ${samples[i]}`);
      for (let c = 0; c < 3; c++) colors[at + c] = shown[from + c];
    }
  };
}

/** The samples of the one color that means "transparent". */
function transparentColor(transparency: Buffer | undefined, count: number): number[] | undefined {
  if (transparency === undefined) return undefined;
  if (transparency.length !== 2 * count) throw new Error("its chunk tRNS has the wrong length");
  return Array.from({ length: count }, (_, c) => transparency.readUInt16BE(2 * c));
}

function eightBits(sample: number, most: number): number {
  return most === 255 ? sample : Math.round((sample * 255) / most);
}

function overWhite(value: number, opacity: number): number {
  return opacity === 255 ? value : Math.round((value * opacity) / 255 + 255 - opacity);
}
