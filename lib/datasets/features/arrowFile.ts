import { open } from "node:fs/promises";
import type { Column as ArrowColumn } from "@uwdata/flechette" with { "resolution-mode": "import" };
import { check, plural } from "../../core";
import { checkBatch, type ArrowBatch } from "./arrowBatches";
import { checkArrowHeaders } from "./arrowHeaders";
import { unpackLz4Frame } from "./lz4Frame";
import { readFully } from "./numberFormat";
import { columnOf, columnOfValues, type Column, type Table } from "./table";

/** What packed columns may unpack to, in bytes: more than files of numbers do. */
const bestRatio = 1032;
const alwaysAllowed = 1 << 26;
/** Rows may share a text. Beyond this much per byte of the file, it was made to fill the memory. */
const sharedRatio = 64;

/** Reads the columns of an Arrow IPC file or stream, also of a Feather file (version 2), packed with LZ4, Zstandard or not at all. */
export async function readArrow(file: string, signal?: AbortSignal): Promise<Table> {
  // Flechette, by the authors of Vega, has no dependencies and a sixth of the size of apache-arrow. It is an ES module.
  const [flechette, { compressors }] = await Promise.all([
    import("@uwdata/flechette"),
    import("hyparquet-compressors"),
  ]);
  const bytes = await wholeFile(file);
  signal?.throwIfAborted();
  let unpacked = 0;
  const room = (length: number): number => {
    unpacked += length;
    check(
      length >= 0 && unpacked <= alwaysAllowed + bestRatio * bytes.length,
      () => "its columns claim more bytes than it can hold",
    );
    return length;
  };
  const { CompressionType } = flechette;
  const encode = (): never => {
    throw new Error("it is only read");
  };
  flechette.setCompressionCodec(CompressionType.LZ4_FRAME, {
    encode,
    decode: (packed: Uint8Array, length: number) => unpackLz4Frame(packed, room(length)),
  });
  flechette.setCompressionCodec(CompressionType.ZSTD, {
    encode,
    decode: (packed: Uint8Array, length: number) => compressors.ZSTD!(packed, room(length)),
  });
  checkArrowHeaders(bytes);
  const table = flechette.tableFromIPC(bytes, { useBigInt: true });
  const available = bytes.length + unpacked;
  const rows = table.numRows;
  check(table.numCols > 0, () => "it has no columns, or is no Arrow file");
  check(rows >= 0 && rows <= 8 * available, () => `it claims ${plural(rows, "row")}, more than it can hold`);
  const columns = new Map<string, Column>();
  for (const [i, name] of table.names.entries()) {
    signal?.throwIfAborted();
    // pandas keeps an index that is not 0, 1, 2, … as a column of its own.
    if (name.startsWith("__index_level_")) continue;
    const column = table.getChildAt(i);
    check(!columns.has(name), () => `two of its columns are named ${JSON.stringify(name)}`);
    check(
      column.length === rows,
      () => `its column ${JSON.stringify(name)} has ${plural(column.length, "row")} instead of ${rows}`,
    );
    for (const batch of column.data) checkBatch(batch, name, available);
    columns.set(name, plainVectors(column) ?? columnOfValues(valuesOf(column, available), name));
  }
  return { rows, columns };
}

async function wholeFile(file: string): Promise<Uint8Array> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const bytes = new Uint8Array(size);
    await readFully(handle, bytes, 0);
    return bytes;
  } finally {
    await handle.close();
  }
}

/** A column of vectors of equal length, copied batch by batch; undefined for other columns and where something is missing. */
function plainVectors({ data, length }: ArrowColumn<unknown>): Column | undefined {
  const batches = data as unknown as readonly ArrowBatch[];
  const width = batches.at(0)?.stride;
  const isPlain = ({ nullCount, stride, children = [] }: ArrowBatch) =>
    nullCount === 0 && stride === width && children.at(0)?.nullCount === 0 && isFloats(children[0].values);
  if (width === undefined || !batches.every(isPlain)) return undefined;
  const numbers = new Float32Array(length * width);
  let at = 0;
  for (const batch of batches) {
    const values = batch.children![0].values as Float32Array;
    numbers.set(values.subarray(0, batch.length * width), at);
    at += batch.length * width;
  }
  return columnOf(numbers, [length, width]);
}

const isFloats = (values: unknown) => values instanceof Float32Array || values instanceof Float64Array;

/** The values of a column. Texts and lists are taken one by one, so that a damaged file cannot fill the memory. */
function valuesOf(column: ArrowColumn<unknown>, available: number): ArrayLike<unknown> {
  if (column.length > 0 && ["number", "bigint"].includes(typeof column.at(0))) return column.toArray();
  const values: unknown[] = [];
  let held = 0;
  for (const value of column as Iterable<unknown>) {
    const isLong = typeof value === "string" || Array.isArray(value) || ArrayBuffer.isView(value);
    if (isLong) held += (value as { length?: number }).length ?? 0;
    check(held <= sharedRatio * available, () => "its rows hold more than it can");
    values.push(value);
  }
  return values;
}
