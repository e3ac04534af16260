import libjpegTurbo from "@cornerstonejs/codec-libjpeg-turbo-8bit/decodewasmjs";
import { PNG } from "pngjs";
import { UserError } from "../../common/errors";

/** One picture: the value (y, x, c) is `data[(y * width + x) * channels + c]`. */
export interface Picture {
  width: number;
  height: number;
  channels: number;
  data: Uint8Array;
}

/** Decodes a PNG or JPEG file into colour (3 channels) or grey (1 channel). What is transparent becomes white. */
export async function decodePicture(bytes: Buffer, channels: 1 | 3, file: string): Promise<Picture> {
  const decode = formats.find(({ starts }) => bytes.subarray(0, starts.length).equals(starts))?.decode;
  if (decode === undefined) {
    throw new UserError(
      `${file} is neither a PNG nor a JPEG picture. Convert it, or take it out of the folder.`,
    );
  }
  const picture = await decode(bytes).catch((error: unknown) => {
    const reason = error instanceof Error ? `: ${error.message}` : "";
    throw new UserError(
      `${file} is damaged or of an unusual kind${reason}. Replace it, or take it out of the folder.`,
    );
  });
  return channels === 3 ? toColour(picture) : toGrey(picture);
}

const formats: { starts: Buffer; decode: (bytes: Buffer) => Promise<Picture> }[] = [
  { starts: Buffer.from([0x89, 0x50, 0x4e, 0x47]), decode: decodePng },
  { starts: Buffer.from([0xff, 0xd8, 0xff]), decode: decodeJpeg },
];

async function decodePng(bytes: Buffer): Promise<Picture> {
  const { width, height, data } = await new Promise<PNG>((resolve, reject) => {
    new PNG().parse(bytes, (error, png) => {
      if (error as Error | null) reject(error);
      else resolve(png);
    });
  });
  return { width, height, channels: 3, data: overWhite(data) };
}

let jpegDecoder: Promise<InstanceType<Awaited<ReturnType<typeof libjpegTurbo>>["JPEGDecoder"]>> | undefined;

async function decodeJpeg(bytes: Buffer): Promise<Picture> {
  jpegDecoder ??= libjpegTurbo().then(({ JPEGDecoder }) => new JPEGDecoder());
  const decoder = await jpegDecoder;
  decoder.getEncodedBuffer(bytes.length).set(bytes);
  decoder.decode();
  const { width, height, componentCount: channels } = decoder.getFrameInfo();
  return { width, height, channels, data: decoder.getDecodedBuffer().slice() };
}

function overWhite(rgba: Uint8Array): Uint8Array {
  const rgb = new Uint8Array((rgba.length / 4) * 3);
  for (let from = 0, to = 0; from < rgba.length; from += 4) {
    const alpha = rgba[from + 3];
    for (let c = 0; c < 3; c++) {
      rgb[to++] = alpha === 255 ? rgba[from + c] : Math.round((rgba[from + c] * alpha) / 255 + 255 - alpha);
    }
  }
  return rgb;
}

function toColour(picture: Picture): Picture {
  if (picture.channels === 3) return picture;
  const data = new Uint8Array(3 * picture.data.length);
  for (let i = 0; i < data.length; i++) data[i] = picture.data[Math.floor(i / 3)];
  return { ...picture, channels: 3, data };
}

/** Luma of ITU-R BT.601, as JPEG itself uses: 0.299 R + 0.587 G + 0.114 B. */
function toGrey(picture: Picture): Picture {
  if (picture.channels === 1) return picture;
  const rgb = picture.data;
  const data = new Uint8Array(rgb.length / 3);
  for (let i = 0; i < data.length; i++) {
    data[i] = Math.round(0.299 * rgb[3 * i] + 0.587 * rgb[3 * i + 1] + 0.114 * rgb[3 * i + 2]);
  }
  return { ...picture, channels: 1, data };
}
