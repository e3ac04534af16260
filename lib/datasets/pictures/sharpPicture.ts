import { check, UserError } from "../../core";
import { toChannels, type Picture } from "./decodePicture";
import { exifOrientation } from "./exifOrientation";
import { fitPicture, partShown, resizedShape, withBorders, type PictureTarget } from "./fitPicture";
import { readJpegFrame } from "./jpegFrame";
import { notAPicture, pictureKind } from "./pictureKinds";
import { checkPixels } from "./pictureOptions";
import type { PictureForm } from "./pictureForm";
import type { Sharp } from "./sharpLibrary";

/** Decodes and resizes a picture with sharp, as `decodePicture` and `fitPicture` do, within the tolerance of resampling. */
export async function sharpPicture(
  sharp: Sharp,
  bytes: Buffer,
  file: string,
  { channels, maxPixels, target }: PictureForm,
): Promise<Picture> {
  const kind = pictureKind(bytes);
  check(kind !== undefined, () => notAPicture(file));
  try {
    const jpeg = kind === "JPEG" ? plainJpeg(bytes) : undefined;
    const header = jpeg ?? (await sharp(bytes, { limitInputPixels: false }).metadata());
    const { width, height, orientation = 1 } = header;
    checkPixels(width, height, maxPixels, file);
    // A profile matters where colors are inks. Elsewhere the numbers are taken as they are, as the other decoders and Pillow do.
    const ignoreIcc = !("space" in header) || header.space !== "cmyk";
    const swaps = kind === "JPEG" && orientation >= 5;
    const [rows, columns] = swaps ? [width, height] : [height, width];
    let pipeline = sharp(bytes, { limitInputPixels: false, failOn: "error", ignoreIcc });
    if (kind === "JPEG" && orientation !== 1) pipeline = pipeline.autoOrient();
    if (jpeg === undefined) pipeline = pipeline.toColourspace("srgb").flatten({ background: "white" });
    const shrinking = target === undefined ? undefined : shrinkingOf(rows, columns, target);
    if (shrinking !== undefined) {
      const { cut, size } = shrinking;
      if (cut !== undefined) pipeline = pipeline.extract(cut);
      pipeline = pipeline.resize({ height: size[0], width: size[1], fit: "fill", kernel: "linear" });
    }
    const { data, info } = await pipeline.raw().toBuffer({ resolveWithObject: true });
    const decoded = { width: info.width, height: info.height, channels: info.channels, data };
    const picture = toChannels(decoded, channels);
    if (target === undefined) return picture;
    return shrinking === undefined ? fitPicture(picture, target) : withBorders(picture, target);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(
      `${file} is damaged or has an unsupported format: ${reason(error)}. Replace it, or move it out of the folder.`,
    );
  }
}

/** libvips cannot shrink much further at once. */
const mostShrinking = 4096;

/**
 * What the header of a JPEG in gray or color says: reading it here is faster than asking libvips, and there is neither a color space to change nor
 * transparency. Undefined where the colors are inks or the header is damaged.
 */
function plainJpeg(bytes: Buffer): { width: number; height: number; orientation: number } | undefined {
  try {
    const { width, height, components } = readJpegFrame(bytes);
    return components === 4 ? undefined : { width, height, orientation: exifOrientation(bytes) };
  } catch {
    return undefined;
  }
}

/** What sharp cuts out and resizes. It enlarges pictures half a pixel beside ours, so only what shrinks is left to it. */
function shrinkingOf(height: number, width: number, target: PictureTarget) {
  const cut = partShown(height, width, target);
  const size = resizedShape(cut.height, cut.width, target);
  const [down, across] = [cut.height / size[0], cut.width / size[1]];
  if (Math.min(down, across) < 1 || Math.max(down, across) > mostShrinking) return undefined;
  return { cut: cut.height === height && cut.width === width ? undefined : cut, size };
}

/** libvips reports on several lines, some of them twice. */
function reason(error: unknown): string {
  const [first] = (error instanceof Error ? error.message : String(error)).split("\n");
  return first.trim().replace(/\.$/, "");
}
