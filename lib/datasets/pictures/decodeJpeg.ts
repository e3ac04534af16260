import libjpegTurbo from "@cornerstonejs/codec-libjpeg-turbo-8bit/decodewasmjs";
import { check } from "../../core";
import type { Picture } from "./decodePicture";
import { readJpegFrame, type JpegFrame } from "./jpegFrame";
import { checkPixels } from "./pictureOptions";
import { sharpAdvice } from "./sharpLibrary";

type Decoder = InstanceType<Awaited<ReturnType<typeof libjpegTurbo>>["JPEGDecoder"]>;

/** A block of 64 pixels takes at least a bit; sampling factors that share the work between two components double that. */
const pixelsPerByte = 1024;

/** Ten times as many as encoders write. More would only keep the decoder busy. */
const maxScans = 100;

/** A decoder's memory never shrinks, so one that decoded a larger picture is not kept. */
const keptPixels = 2 ** 24;

let kept: Decoder | undefined;

/** Decodes a JPEG file into RGB or gray. Checks its header before the decoder allocates memory. */
export async function decodeJpeg(bytes: Buffer, maxPixels: number, file: string): Promise<Picture> {
  const frame = readJpegFrame(bytes);
  const { width, height, components, scans } = frame;
  checkPixels(width, height, maxPixels, file);
  const pixels = width * height;
  if (pixels === 0) throw new Error("it has no pixels");
  check(
    components !== 4,
    () => `${file} has CMYK colors, which need sharp. ${sharpAdvice}, or convert it to RGB.`,
  );
  if (components !== 1 && components !== 3)
    throw new Error(`it has ${components} color components, not 1 or 3`);
  if (scans > maxScans) throw new Error(`it has ${scans} scans, more than ${maxScans}`);
  if (pixels > pixelsPerByte * bytes.length) {
    throw new Error(`it promises ${height} × ${width} pixels, more than ${bytes.length} bytes can hold`);
  }
  // Taken out while it works: after a failure it may be broken, and is not put back.
  const decoder = kept ?? (await freshDecoder());
  kept = undefined;
  const data = decode(decoder, bytes, frame);
  if (pixels <= keptPixels) kept = decoder;
  return { width, height, channels: components, data };
}

async function freshDecoder(): Promise<Decoder> {
  const { JPEGDecoder } = await libjpegTurbo();
  return new JPEGDecoder();
}

function decode(decoder: Decoder, bytes: Buffer, expected: JpegFrame): Uint8Array {
  try {
    decoder.getEncodedBuffer(bytes.length).set(bytes);
    decoder.decode();
  } catch {
    // A number or a WebAssembly error, which mean nothing to users.
    throw new Error("its pixels cannot be decoded");
  }
  const { width, height, componentCount } = decoder.getFrameInfo();
  const data = decoder.getDecodedBuffer().slice();
  const isExpected =
    width === expected.width && height === expected.height && componentCount === expected.components;
  if (!isExpected || data.length !== width * height * componentCount) {
    throw new Error("its headers contradict each other");
  }
  return data;
}
