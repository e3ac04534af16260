import { decodePicture, type Picture } from "./decodePicture";
import { fitPicture } from "./fitPicture";
import type { PictureForm } from "./pictureForm";

/** Decodes and resizes a picture with the decoders of this library. */
export async function builtInPicture(bytes: Buffer, file: string, form: PictureForm): Promise<Picture> {
  const picture = await decodePicture(bytes, form.channels, file, form.maxPixels);
  return fitPicture(picture, form.target);
}
