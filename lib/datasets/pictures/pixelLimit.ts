import { argument } from "../../core/options";
import { check } from "../../core/errors";

/** A quarter of a gigabyte of colors, the number from which Pillow suspects a decompression bomb. */
export const defaultMaxPixels = 89_478_485;

/** The option `maxPixels`. */
export const pixelLimit = argument<number>(
  "a number above 0, or Infinity",
  (value) => typeof value === "number" && value > 0,
  { default: defaultMaxPixels },
);

/** Refuses a picture that is larger than allowed, before memory is taken for it. */
export function checkPixels(width: number, height: number, maxPixels: number, file: string): void {
  check(
    width * height <= maxPixels,
    () =>
      `${file} has ${height} × ${width} pixels (height × width), more than the ${maxPixels} that maxPixels allows. Make it smaller, or raise the maxPixels option.`,
  );
}
