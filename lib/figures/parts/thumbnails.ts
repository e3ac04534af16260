import { check, plural } from "../../core";
import { readImages, type Images, type ImagesLike } from "../../datasets";
import { encodePng, pngUrl } from "../render/encodePng";
import { extent } from "./rows";

/** Reads images of which there must be one per point. */
export function readPictures(images: ImagesLike, n: number, caller: string): Images {
  const read = readImages(caller, images);
  const [count, , , channels] = read.shape;
  check(
    [1, 3, 4].includes(channels),
    () => `${caller}: images must have 1 (gray), 3 (RGB) or 4 (RGBA) channels, got ${channels}.`,
  );
  check(
    count === n,
    () => `${caller}: images must have one picture per point, got ${count} for ${plural(n, "point")}.`,
  );
  return read;
}

/** One picture as a data URL. Numbers that are not bytes are stretched from the smallest to the largest of the picture. */
export function thumbnail({ data, shape }: Images, i: number): string {
  const [, height, width, channels] = shape;
  const size = height * width * channels;
  const pixels = bytesOf(data.subarray(i * size, (i + 1) * size));
  return pngUrl(encodePng({ width, height, pixels }, { channels, isFiltered: false }));
}

function bytesOf(pixels: Uint8Array | Float32Array): Uint8Array {
  if (pixels instanceof Uint8Array) return pixels;
  const [least, greatest] = extent(pixels);
  const scale = greatest > least ? 255 / (greatest - least) : 0;
  return Uint8Array.from(pixels, (value) => Math.round((value - least) * scale));
}
