import { PNG } from "pngjs";
import { describeValue, isArray, isList, isRecord } from "../../core/options";
import { check } from "../../core/errors";
import { checkImages as checkForm } from "../../datasets/images/checkImages";
import type { Images } from "../../datasets/images/images";

/** Checks that there are pictures, one for each point. */
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

/** Makes pictures into data URLs. Numbers that are not bytes are stretched from the least to the greatest of the picture. */
export function thumbnail({ data, shape }: Images, i: number): string {
  const [, height, width, channels] = shape;
  const size = height * width * channels;
  const pixels = bytesOf(data.subarray(i * size, (i + 1) * size));
  const grey = channels === 1;
  const png = new PNG({ width, height });
  png.data = grey ? pixels : withAlpha(pixels, channels);
  const colorType = grey ? 0 : channels === 3 ? 2 : 6;
  const file = PNG.sync.write(png, {
    colorType,
    inputColorType: grey ? 0 : 6,
    inputHasAlpha: !grey,
    filterType: 0,
  });
  return `data:image/png;base64,${file.toString("base64")}`;
}

function bytesOf(pixels: Uint8Array | Float32Array): Buffer {
  if (pixels instanceof Uint8Array) return Buffer.from(pixels);
  let [least, greatest] = [Infinity, -Infinity];
  for (const value of pixels) {
    least = Math.min(least, value);
    greatest = Math.max(greatest, value);
  }
  const scale = greatest > least ? 255 / (greatest - least) : 0;
  return Buffer.from(pixels.map((value) => Math.round((value - least) * scale)));
}

function withAlpha(pixels: Buffer, channels: number): Buffer {
  const full = Buffer.alloc((pixels.length / channels) * 4, 255);
  for (let from = 0, to = 0; from < pixels.length; from += channels, to += 4) {
    for (let c = 0; c < channels; c++) full[to + c] = pixels[from + c];
  }
  return full;
}
