import { describeValue, isArray, isList, isRecord } from "../../core/options";
import { check } from "../../core";
import { checkImages as checkForm, type Images } from "../../datasets";
import { encodePng, pngUrl } from "../render/encodePng";
import { extent } from "./rows";

/** Checks that there is one picture per point. */
export function checkImages(images: Images, n: number, caller: string): void {
  const { shape, data }: { shape?: unknown; data?: unknown } = isRecord(images) ? images : {};
  check(
    !isArray(shape) || shape.length !== 4 || !isList(data) || data.length === productOf(shape),
    () =>
      `${caller}: images must be { data, shape: [n, height, width, channels] }, got shape ${describeValue(shape)} with ${(data as Uint8Array).length} values. Make them with imagesFromArray.`,
  );
  checkForm(caller, images);
  check(
    [1, 3, 4].includes(images.shape[3]),
    () => `${caller}: images must have 1 (grey), 3 (RGB) or 4 (RGBA) channels, got ${images.shape[3]}.`,
  );
  check(
    images.shape[0] === n,
    () => `${caller}: images must have one picture per point, got ${images.shape[0]} for ${n} points.`,
  );
}

const productOf = (shape: readonly unknown[]) =>
  shape.reduce<number>((size, length) => (typeof length === "number" ? size * length : NaN), 1);

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
