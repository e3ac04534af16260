import type { FileHandle } from "node:fs/promises";
import { check } from "../../core";

/** How a file stores a number. */
export interface NumberFormat {
  bytes: 1 | 2 | 4 | 8;
  read: (view: DataView, at: number, littleEndian: boolean) => number;
}

/** By the names that NumPy gives them, without the byte order; "bf16" is that of safetensors. */
export const numberFormats: Readonly<Record<string, NumberFormat>> = {
  f8: { bytes: 8, read: (view, at, little) => view.getFloat64(at, little) },
  f4: { bytes: 4, read: (view, at, little) => view.getFloat32(at, little) },
  f2: { bytes: 2, read: (view, at, little) => halfFloat(view.getUint16(at, little)) },
  bf16: { bytes: 2, read: (view, at, little) => brainFloat(view.getUint16(at, little)) },
  i8: { bytes: 8, read: (view, at, little) => Number(view.getBigInt64(at, little)) },
  i4: { bytes: 4, read: (view, at, little) => view.getInt32(at, little) },
  i2: { bytes: 2, read: (view, at, little) => view.getInt16(at, little) },
  i1: { bytes: 1, read: (view, at) => view.getInt8(at) },
  u8: { bytes: 8, read: (view, at, little) => Number(view.getBigUint64(at, little)) },
  u4: { bytes: 4, read: (view, at, little) => view.getUint32(at, little) },
  u2: { bytes: 2, read: (view, at, little) => view.getUint16(at, little) },
  u1: { bytes: 1, read: (view, at) => view.getUint8(at) },
  b1: { bytes: 1, read: (view, at) => view.getUint8(at) },
};

/** IEEE 754 half precision: a sign, five bits of exponent, ten of fraction. */
export function halfFloat(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 0x1f) return fraction === 0 ? sign * Infinity : NaN;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

const word = new DataView(new ArrayBuffer(4));

/** The upper half of a float32. */
function brainFloat(bits: number): number {
  word.setUint32(0, bits * 0x10000);
  return word.getFloat32(0);
}

/** Numbers of a file from a position on, in single precision. */
export interface StoredNumbers {
  position: number;
  count: number;
  format: NumberFormat;
  littleEndian: boolean;
}

const chunkBytes = 1 << 24;

/** Reads numbers piece by piece, so that files larger than the memory for one read can be read too. */
export async function readStoredNumbers(
  file: FileHandle,
  { position, count, format, littleEndian }: StoredNumbers,
  signal?: AbortSignal,
): Promise<Float32Array> {
  const numbers = new Float32Array(count);
  const isPlain = format === numberFormats.f4 && littleEndian;
  const chunk = Buffer.alloc(isPlain ? 0 : Math.min(chunkBytes, count * format.bytes));
  const bytes = Buffer.from(numbers.buffer);
  for (let done = 0; done < count;) {
    signal?.throwIfAborted();
    const now = Math.min(count - done, chunkBytes / format.bytes);
    const target = isPlain
      ? bytes.subarray(done * 4, (done + now) * 4)
      : chunk.subarray(0, now * format.bytes);
    await readFully(file, target, position + done * format.bytes);
    if (!isPlain) decodeInto(numbers, done, target, format, littleEndian);
    done += now;
  }
  return numbers;
}

/** Numbers that are in memory already. */
export function decodeNumbers(bytes: Uint8Array, format: NumberFormat, littleEndian: boolean): Float32Array {
  const numbers = new Float32Array(bytes.length / format.bytes);
  decodeInto(numbers, 0, bytes, format, littleEndian);
  return numbers;
}

function decodeInto(
  numbers: Float32Array,
  first: number,
  bytes: Uint8Array,
  { bytes: width, read }: NumberFormat,
  littleEndian: boolean,
): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0, to = first; at < bytes.length; at += width) numbers[to++] = read(view, at, littleEndian);
}

/** Fills a buffer from a position of the file on. */
export async function readFully(file: FileHandle, target: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < target.length;) {
    const { bytesRead } = await file.read(target, done, target.length - done, position + done);
    check(bytesRead > 0, () => `it ends after ${position + done} bytes, ${target.length - done} too early`);
    done += bytesRead;
  }
}
