import { readFile } from "node:fs/promises";
import { check, UserError } from "../errors";
import { writeAtomically } from "./writeAtomically";

/** An array of numbers with its shape. */
export interface NamedArray {
  data: Float32Array | Float64Array | Int32Array;
  shape: number[];
}

/** What a safetensors file holds: arrays and texts by name. */
export interface SafetensorsFile {
  arrays: Record<string, NamedArray>;
  metadata: Record<string, string>;
}

const kinds = { F32: Float32Array, F64: Float64Array, I32: Int32Array } as const;
type Kind = keyof typeof kinds;

interface Entry {
  dtype: string;
  shape: number[];
  data_offsets: [number, number];
}

/**
 * Writes arrays in the safetensors format, which Python reads as well: the length of a JSON header as a little-endian 64-bit
 * number, the header, the numbers.
 */
export async function writeSafetensors(file: string, { arrays, metadata }: SafetensorsFile): Promise<void> {
  const header: Record<string, Entry | Record<string, string>> = { __metadata__: metadata };
  let offset = 0;
  for (const [name, { data, shape }] of Object.entries(arrays)) {
    const dtype = (Object.keys(kinds) as Kind[]).find((kind) => data instanceof kinds[kind])!;
    header[name] = { dtype, shape, data_offsets: [offset, offset + data.byteLength] };
    offset += data.byteLength;
  }
  const text = Buffer.from(JSON.stringify(header));
  // Spaces behind the header put the numbers at a multiple of eight bytes.
  const padded = Buffer.alloc(Math.ceil(text.length / 8) * 8, " ");
  text.copy(padded);
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(padded.length));
  const numbers = Object.values(arrays).map(
    ({ data }) => new Uint8Array(data.buffer, data.byteOffset, data.byteLength),
  );
  await writeAtomically(file, [length, padded, ...numbers]);
}

/** Reads a safetensors file of 32-bit integers and floats of 32 and 64 bits. */
export async function readSafetensors(file: string): Promise<SafetensorsFile> {
  const bytes = await readFile(file).catch((error: unknown) => {
    throw new UserError(`cannot read ${file}: ${error instanceof Error ? error.message : String(error)}.`);
  });
  const damaged = () => `${file} is not a whole safetensors file. Delete it, or restore it from a copy.`;
  check(bytes.length >= 8, damaged);
  const start = 8 + Number(bytes.readBigUInt64LE(0));
  check(start <= bytes.length, damaged);
  const { __metadata__: metadata, ...entries } = parseHeader(bytes.subarray(8, start), damaged);
  const arrays: Record<string, NamedArray> = {};
  for (const [name, { dtype, shape, data_offsets: offsets }] of Object.entries(entries)) {
    check(Object.hasOwn(kinds, dtype), () => `${file} holds ${name} as ${dtype}, which ssdml does not read.`);
    const size = shape.reduce((product, extent) => product * extent, 1);
    const Numbers = kinds[dtype as Kind];
    const [from, to] = [start + offsets[0], start + offsets[1]];
    check(to <= bytes.length && to - from === size * Numbers.BYTES_PER_ELEMENT, damaged);
    arrays[name] = { data: new Numbers(new Uint8Array(bytes.subarray(from, to)).buffer), shape };
  }
  return { arrays, metadata: metadata ?? {} };
}

type Header = { __metadata__?: Record<string, string> } & Record<string, Entry>;

function parseHeader(text: Buffer, damaged: () => string): Header {
  let header: unknown;
  try {
    header = JSON.parse(text.toString("utf8"));
  } catch {
    // Judged below.
  }
  check(isHeader(header), damaged);
  return header as Header;
}

function isHeader(header: unknown): boolean {
  const isRecord = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);
  return (
    isRecord(header) &&
    Object.entries(header as Record<string, Entry>).every(
      ([name, entry]) =>
        isRecord(entry) &&
        (name === "__metadata__" || (Array.isArray(entry.shape) && Array.isArray(entry.data_offsets))),
    )
  );
}
