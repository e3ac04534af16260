import { UserError } from "../../core";
import { decodeJpeg } from "./decodeJpeg";
import { decodePng } from "./decodePng";
import { defaultMaxPixels } from "./pictureOptions";

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
  const decode = formats.find(({ starts }) => bytes.subarray(0, starts.length).equals(starts))?.decode;
  if (decode === undefined) {
    throw new UserError(
      `${file} is neither a PNG nor a JPEG picture. Convert it, or move it out of the folder.`,
    );
  }
  try {
    const picture = await decode(bytes, maxPixels, file);
    return channels === 3 ? toColor(picture) : toGray(picture);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(
      `${file} is damaged or has an unsupported format: ${error instanceof Error ? error.message : String(error)}. Replace it, or move it out of the folder.`,
    );
  }
}

type Decode = (bytes: Buffer, maxPixels: number, file: string) => Picture | Promise<Picture>;

const formats: { starts: Buffer; decode: Decode }[] = [
  { starts: Buffer.from([0x89, 0x50, 0x4e, 0x47]), decode: decodePng },
  { starts: Buffer.from([0xff, 0xd8, 0xff]), decode: decodeJpeg },
];

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
