import { readFile } from "node:fs/promises";
import { check } from "../../core";
import { checksumBlank, checksumKey, matchesChecksum, stampChecksum } from "./checksum";
import { numberKinds, parseSafetensorsHeader, type ArrayEntry, type NumberKind } from "./safetensorsHeader";
import { unreadable } from "./unreadable";
import { writeAtomically } from "./writeAtomically";

/** An array of numbers with its shape. */
export interface NamedArray {
  data: Float32Array | Float64Array | Int32Array | Int16Array | Int8Array;
  shape: number[];
}

/** The content of a safetensors file: arrays and texts by name. */
export interface SafetensorsFile {
  arrays: Record<string, NamedArray>;
  metadata: Record<string, string>;
}

/** A file that was read. */
export interface LoadedSafetensors extends SafetensorsFile {
  /** Whether the file has a checksum, which was verified. Files of earlier versions and other programs have none. */
  hasChecksum: boolean;
}

/**
 * Writes arrays in the safetensors format, which Python can read too: the length of a JSON header as a little-endian 64-bit
 * number, the header, the numbers. The metadata include the sha256 of the whole file, computed with zeros in place of the checksum.
 */
export async function writeSafetensors(file: string, { arrays, metadata }: SafetensorsFile): Promise<void> {
  // Widest numbers first, as the reference implementation does, so that each array is aligned to the size of its numbers.
  const ordered = Object.entries(arrays).sort(
    ([, a], [, b]) => b.data.BYTES_PER_ELEMENT - a.data.BYTES_PER_ELEMENT,
  );
  const entries: [string, ArrayEntry][] = [];
  let offset = 0;
  for (const [name, { data, shape }] of ordered) {
    const dtype = (Object.keys(numberKinds) as NumberKind[]).find(
      (kind) => data instanceof numberKinds[kind],
    )!;
    entries.push([name, { dtype, shape, data_offsets: [offset, offset + data.byteLength] }]);
    offset += data.byteLength;
  }
  const header = Object.fromEntries<unknown>([
    ["__metadata__", { ...metadata, [checksumKey]: checksumBlank }],
    ...entries,
  ]);
  const text = Buffer.from(JSON.stringify(header));
  // Spaces after the header align the numbers to eight bytes.
  const padded = Buffer.alloc(Math.ceil(text.length / 8) * 8, " ");
  text.copy(padded);
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(padded.length));
  const numbers = ordered.map(
    ([, { data }]) => new Uint8Array(data.buffer, data.byteOffset, data.byteLength),
  );
  stampChecksum(padded, { before: length, after: numbers });
  await writeAtomically(file, [length, padded, ...numbers]);
}

const restore = "Restore it from a copy.";

/**
 * Reads a safetensors file of 8- and 32-bit integers and 32- and 64-bit floats. Throws a `UserError` that ends with `advice` if the file
 * is damaged or does not match its checksum; a file of another kind gets an error of its own.
 */
export async function readSafetensors(file: string, advice = restore): Promise<LoadedSafetensors> {
  const bytes = await readFile(file).catch((error: unknown) => {
    throw unreadable(file, error);
  });
  const damaged = (why: string) => `${file} is not a whole safetensors file: ${why}. ${advice}`;
  check(bytes.length >= 8, () => damaged(`it has only ${bytes.length} bytes`));
  const start = 8 + Number(bytes.readBigUInt64LE(0));
  check(start <= bytes.length || bytes[8] === "{".charCodeAt(0), () =>
    file.endsWith(".onnx")
      ? `${file} is not a safetensors file. Models are loaded from .safetensors; onnxNetwork reads .onnx.`
      : `${file} is not a safetensors file. ${advice === restore ? "Pass a file that ssdml wrote." : advice}`,
  );
  check(start <= bytes.length, () => damaged("it ends within its header"));
  const header = parseSafetensorsHeader(
    bytes.subarray(8, start),
    bytes.length - start,
    file,
    damaged,
    advice,
  );
  const { [checksumKey]: checksum, ...metadata } = header.metadata as Record<string, string | undefined>;
  check(checksum === undefined || matchesChecksum(bytes, [8, start], checksum), () =>
    damaged("it has changed since it was written, its checksum is wrong"),
  );
  const arrays = header.entries.map(
    ([name, { dtype, shape, data_offsets: offsets }]): [string, NamedArray] => {
      const own = new Uint8Array(bytes.subarray(start + offsets[0], start + offsets[1]));
      return [name, { data: new numberKinds[dtype](own.buffer), shape }];
    },
  );
  return {
    arrays: Object.fromEntries(arrays),
    metadata: metadata as Record<string, string>,
    hasChecksum: checksum !== undefined,
  };
}
