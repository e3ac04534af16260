import { anyList, describeValue, isRecord, isTensor } from "../../core/options";
import { check, plural } from "../../core";
import type { Images } from "./images";
import { flatten, pixelsOf, shapeOf, type Nested } from "./nestedImages";
import { printableImages } from "./printable";
import { readImages, type ImagesLike } from "./readImages";

type Numbers = ArrayLike<number> & Exclude<ArrayBufferView, DataView>;

/**
 * Makes images from nested arrays `[n][height][width]` or `[n][height][width][channels]`, from a tensor of this shape, or from a
 * flat or typed array, or rows of pixels, and their shape. Bytes stay bytes; other numbers become 32-bit floats.
 *
 * @example
 * const two = imagesFromArray(new Uint8Array(2 * 28 * 28), [2, 28, 28]);
 * two.shape; // → [2, 28, 28, 1]
 */
export function imagesFromArray(values: ImagesLike | Numbers, shape?: readonly number[]): Images {
  if (isTensor(values) || isRecord(values)) return readImages("imagesFromArray", values as ImagesLike);
  anyList.read(values, "imagesFromArray: values");
  if (shape !== undefined) anyList.read(shape, "imagesFromArray: shape");
  check(
    shape === undefined || shape.length <= 8,
    () =>
      `imagesFromArray: shape must be [n, height, width] or [n, height, width, channels], got ${describeValue(shape)}.`,
  );
  const fullShape: readonly number[] = Array.from(shape ?? shapeOf(values, 0));
  check(
    fullShape.length === 3 || fullShape.length === 4,
    () =>
      `imagesFromArray: shape must be [n, height, width] or [n, height, width, channels], got ${shapeText(fullShape)}.`,
  );
  check(
    fullShape.every((length) => Number.isInteger(length) && length > 0),
    () => `imagesFromArray: shape must hold positive whole numbers, got ${shapeText(fullShape)}.`,
  );
  const depths = shape === undefined ? fullShape : shapeOf(values, 0);
  const flat =
    depths.length > 1
      ? flatten("imagesFromArray: values", values as readonly Nested[], depths)
      : (values as ArrayLike<number>);
  const size = fullShape.reduce((product, length) => product * length, 1);
  check(
    flat.length === size,
    () =>
      `imagesFromArray: values must hold ${fullShape.join(" × ")} = ${plural(size, "number")}, got ${flat.length}. Fix the shape.`,
  );
  const [count, height, width, channels = 1] = fullShape;
  return printableImages({
    data: pixelsOf("imagesFromArray", "values", flat),
    shape: [count, height, width, channels],
  });
}

const shapeText = (shape: readonly unknown[]) =>
  shape.length <= 6 ? `[${shape.map(describeValue).join(", ")}]` : describeValue(shape);
