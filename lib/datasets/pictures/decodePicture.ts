import { check, UserError } from "../../core";
import { decodeJpeg } from "./decodeJpeg";
import { decodePng } from "./decodePng";
import { exifOrientation } from "./exifOrientation";
import { notAPicture, pictureKind } from "./pictureKinds";
import { defaultMaxPixels } from "./pictureOptions";
import { sharpAdvice } from "./sharpLibrary";
import { turnPicture } from "./turnPicture";

/** One picture: the value (y, x, c) is `data[(y * width + x) * channels + c]`. */
export interface Picture {
  width: number;
  height: number;
  channels: number;
  data: Uint8Array;
}

/**
 * Decodes a PNG or JPEG file into RGB (3 channels) or gray (1 channel). Transparent pixels become white. `maxPixels` limits
 * the memory that a small file can ask for.
 */
export async function decodePicture(
  bytes: Buffer,
  channels: 1 | 3,
  file: string,
  maxPixels = defaultMaxPixels,
): Promise<Picture> {
  const kind = pictureKind(bytes);
  check(kind !== undefined, () => notAPicture(file));
  check(
    kind === "PNG" || kind === "JPEG",
    () => `${file} is a ${kind} picture, which needs sharp. ${sharpAdvice}, or convert it to PNG or JPEG.`,
  );
  try {
    const picture =
      kind === "PNG"
        ? decodePng(bytes, maxPixels, file)
        : turnPicture(await decodeJpeg(bytes, maxPixels, file), exifOrientation(bytes));
    return toChannels(picture, channels);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(
      `${file} is damaged or has an unsupported format: ${error instanceof Error ? error.message : String(error)}. Replace it, or move it out of the folder.`,
    );
  }
}

/** The same picture in RGB or gray. */
export function toChannels(picture: Picture, channels: 1 | 3): Picture {
  return channels === 3 ? toColor(picture) : toGray(picture);
}

function toColor(picture: Picture): Picture {
  if (picture.channels === 3) return picture;
  const data = new Uint8Array(3 * picture.data.length);
  for (let i = 0; i < data.length; i++) data[i] = picture.data[Math.floor(i / 3)];
  return { ...picture, channels: 3, data };
}

/** Luma of ITU-R BT.601, as JPEG itself uses: 0.299 R + 0.587 G + 0.114 B. */
function toGray(picture: Picture): Picture {
  if (picture.channels === 1) return picture;
  const rgb = picture.data;
  const data = new Uint8Array(rgb.length / 3);
  for (let i = 0; i < data.length; i++) {
    data[i] = Math.round(0.299 * rgb[3 * i] + 0.587 * rgb[3 * i + 1] + 0.114 * rgb[3 * i + 2]);
  }
  return { ...picture, channels: 1, data };
}
