import { about, argument, isArray, optional } from "../../core/options";
import { check } from "../../core";

/** A quarter of a gigabyte of RGB, the limit above which Pillow suspects a decompression bomb. */
export const defaultMaxPixels = 89_478_485;

/** The option `maxPixels`. */
export const pixelLimit = about(
  "maximum number of pixels per picture file",
  argument<number>("a number above 0, or Infinity", (value) => typeof value === "number" && value > 0, {
    default: defaultMaxPixels,
  }),
);

const isExtent = (value: unknown) => Number.isInteger(value) && Number(value) > 0;

/** The option `size`. */
export const pictureSize = about(
  "height and width that all pictures are resized to",
  optional(
    argument<number | [height: number, width: number]>(
      "a positive whole number of pixels, or [height, width]",
      (value) => isExtent(value) || (isArray(value) && value.length === 2 && value.every(isExtent)),
    ),
  ),
);

/** Rejects a picture that is larger than allowed, before memory is allocated for it. */
export function checkPixels(width: number, height: number, maxPixels: number, file: string): void {
  check(
    width * height <= maxPixels,
    () =>
      `${file} has ${height} × ${width} pixels (height × width), more than the ${maxPixels} that maxPixels allows. Make it smaller, or raise the maxPixels option.`,
  );
}
