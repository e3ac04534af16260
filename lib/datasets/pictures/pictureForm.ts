import type { PictureTarget } from "./fitPicture";

/** What every picture of a reading becomes. */
export interface PictureForm {
  channels: 1 | 3;
  maxPixels: number;
  /** Without it, pictures keep their size. */
  target?: PictureTarget | undefined;
}

/** What decodes and resizes pictures: sharp if it is installed, always sharp, or always the decoders of this library. */
export type DecoderName = "auto" | "sharp" | "built-in";
