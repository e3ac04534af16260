import { open, type FileHandle } from "node:fs/promises";
import { check } from "../../core";
import {
  decodeNumbers,
  numberFormats,
  readFully,
  readStoredNumbers,
  type NumberFormat,
} from "./numberFormat";
import { columnOf, type Column } from "./table";

/** What the header of an .npy file says. */
interface NpyHeader {
  format: NumberFormat;
  littleEndian: boolean;
  isFortran: boolean;
  shape: number[];
  /** Where the numbers begin. */
  start: number;
}

const magic = Buffer.from("\x93NUMPY", "latin1");
const longestHeader = 1 << 20;

/** Reads a NumPy array file. */
export async function readNpy(file: string, signal?: AbortSignal): Promise<Column> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const header = await headerOf(handle, size);
    const { format, littleEndian, start } = header;
    const count = countOf(header.shape);
    checkBytes(size - start, count * format.bytes);
    const stored = { position: start, count, format, littleEndian };
    return arranged(await readStoredNumbers(handle, stored, signal), header);
  } finally {
    await handle.close();
  }
}

/** The same from bytes, as an .npz archive holds them. */
export function parseNpy(bytes: Uint8Array): Column {
  check(bytes.length >= 12, () => "it is too short for an .npy file");
  const [length, at] = headerPlace(Buffer.from(bytes.buffer, bytes.byteOffset, 12), bytes.length);
  const header = parseHeader(Buffer.from(bytes.subarray(at, at + length)).toString("latin1"), at + length);
  const numbers = bytes.subarray(header.start);
  checkBytes(numbers.length, countOf(header.shape) * header.format.bytes);
  return arranged(decodeNumbers(numbers, header.format, header.littleEndian), header);
}

async function headerOf(handle: FileHandle, size: number): Promise<NpyHeader> {
  const start = Buffer.alloc(12);
  await readFully(handle, start, 0);
  const [length, at] = headerPlace(start, size);
  const text = Buffer.alloc(length);
  await readFully(handle, text, at);
  return parseHeader(text.toString("latin1"), at + length);
}

/** The length of the header's text and where it begins. */
function headerPlace(start: Buffer, size: number): [length: number, at: number] {
  check(start.subarray(0, 6).equals(magic), () => "it does not begin like an .npy file");
  const version = start[6];
  check(version >= 1 && version <= 3, () => `it has version ${version} of the .npy format, which is unknown`);
  const [length, at] = version === 1 ? [start.readUInt16LE(8), 10] : [start.readUInt32LE(8), 12];
  check(length <= Math.min(longestHeader, size - at), () => `its header claims ${length} bytes`);
  return [length, at];
}

function parseHeader(text: string, start: number): NpyHeader {
  const [, type] = /'descr'\s*:\s*'([^']*)'/.exec(text) ?? [];
  const [, order] = /'fortran_order'\s*:\s*(True|False)/.exec(text) ?? [];
  const [, extents] = /'shape'\s*:\s*\(([\d\s,L]*)\)/.exec(text) ?? [];
  check(
    type !== undefined && order !== undefined && extents !== undefined,
    () =>
      `its header must tell type, order and shape of one array of numbers, got ${text.slice(0, 80).trim()}`,
  );
  const [, byteOrder, kind] = /^([<>|=]?)(\w+)$/.exec(type) ?? [];
  const known = Object.hasOwn(numberFormats, kind ?? "") && kind !== "bf16";
  check(
    known,
    () =>
      `it holds values of the type ${type}, which are not numbers. Save it as float32: x.astype("float32")`,
  );
  const shape = (extents.match(/\d+/g) ?? []).map(Number);
  check(
    shape.length >= 1 && countOf(shape) <= 2 ** 32 - 1,
    () => `its shape must have rows and at most 2³² numbers, got (${extents})`,
  );
  return {
    format: numberFormats[kind],
    littleEndian: byteOrder !== ">",
    isFortran: order === "True",
    shape,
    start,
  };
}

const countOf = (shape: readonly number[]) => shape.reduce((product, extent) => product * extent, 1);

function checkBytes(given: number, wanted: number): void {
  check(given === wanted, () => `its header promises ${wanted} bytes of numbers, but ${given} follow`);
}

/** Row by row, also where the file has the numbers column by column. */
function arranged(numbers: Float32Array, { shape, isFortran }: NpyHeader): Column {
  if (!isFortran || shape.length < 2) return columnOf(numbers, shape);
  check(
    shape.length === 2,
    () => `it has ${shape.length} dimensions in Fortran order. Save np.ascontiguousarray(x)`,
  );
  const [rows, columns] = shape;
  const turned = new Float32Array(numbers.length);
  for (let j = 0, at = 0; j < columns; j++)
    for (let i = 0; i < rows; i++, at++) turned[i * columns + j] = numbers[at];
  return columnOf(turned, shape);
}
