import { about, argument, isArray, oneOf, optional } from "../../core/options";
import { check } from "../../core";
import type { Fit, PictureTarget } from "./fitPicture";
import type { DecoderName } from "./pictureForm";

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

/** The option `longerSide`. */
export const sideLength = about(
  "longer side that all pictures are resized to, with their aspect ratio kept",
  optional(argument<number>("a positive whole number of pixels", isExtent)),
);

/** The option `fit`. */
export const pictureFit = about(
  "how pictures of another shape fill the size: stretched, cut at the sides, or with white borders",
  optional(oneOf<Fit>(["stretch", "cover", "contain"])),
);

/** The option `decoder`. */
export const decoderName = about(
  "what decodes pictures: sharp if it is installed, always sharp, or always the decoders of this library",
  oneOf<DecoderName>(["auto", "sharp", "built-in"], { default: "auto" }),
);

export interface TargetOptions {
  size?: number | [height: number, width: number] | undefined;
  fit?: Fit | undefined;
  longerSide?: number | undefined;
  maxPixels: number;
}

/** What the options say a picture is resized to. */
export function targetOf(
  caller: string,
  { size, fit, longerSide, maxPixels }: TargetOptions,
): PictureTarget | undefined {
  check(
    size === undefined || longerSide === undefined,
    () => `${caller}: size and longerSide exclude each other. Pass one of them.`,
  );
  check(
    fit === undefined || size !== undefined,
    () => `${caller}: fit "${fit}" needs the size that pictures should have. Pass size too.`,
  );
  const shown = size ?? longerSide ?? 0;
  const [height, width] = typeof shown === "number" ? [shown, shown] : shown;
  check(
    height * width <= maxPixels,
    () =>
      `${caller}: ${size === undefined ? "longerSide" : "size"} ${JSON.stringify(shown)} has more pixels than maxPixels allows (${maxPixels}). Lower it or raise maxPixels.`,
  );
  if (longerSide !== undefined) return { longerSide };
  return size === undefined ? undefined : { size: [height, width], fit: fit ?? "stretch" };
}

/** Rejects a picture that is larger than allowed, before memory is allocated for it. */
export function checkPixels(width: number, height: number, maxPixels: number, file: string): void {
  check(
    width * height <= maxPixels,
    () =>
      `${file} has ${height} × ${width} pixels (height × width), more than the ${maxPixels} that maxPixels allows. Make it smaller, or raise the maxPixels option.`,
  );
}
