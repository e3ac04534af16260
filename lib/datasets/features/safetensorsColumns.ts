import { open } from "node:fs/promises";
import { check } from "../../core";
import { parseJson } from "../../io/files";
import { isRecord } from "../../core/options";
import { numberFormats, readFully, readStoredNumbers } from "./numberFormat";
import { columnOf, type Column } from "./table";

const formats: Readonly<Record<string, string>> = {
  F64: "f8",
  F32: "f4",
  F16: "f2",
  BF16: "bf16",
  I64: "i8",
  I32: "i4",
  I16: "i2",
  I8: "i1",
  U64: "u8",
  U32: "u4",
  U16: "u2",
  U8: "u1",
  BOOL: "b1",
};

const longestHeader = 1e8;

/** Reads all arrays of a safetensors file of any program. */
export async function readSafetensorsColumns(
  file: string,
  signal?: AbortSignal,
): Promise<Map<string, Column>> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const start = Buffer.alloc(8);
    await readFully(handle, start, 0);
    const length = Number(start.readBigUInt64LE());
    check(length <= Math.min(longestHeader, size - 8), () => `its header claims ${length} bytes`);
    const text = Buffer.alloc(length);
    await readFully(handle, text, 8);
    const header = parseJson(text.toString("utf8"), `the header of ${file}`, "Write the file again.");
    check(isRecord(header), () => "its header is not an object");
    const { __metadata__: metadata } = header;
    const kind = isRecord(metadata) && typeof metadata.format === "string" ? metadata.format : "";
    check(!/^ssdml .*(model|network|checkpoint|metric)/.test(kind), () => `it holds no features, but an "${kind}"`);
    const columns = new Map<string, Column>();
    for (const [name, entry] of Object.entries(header)) {
      if (name === "__metadata__") continue;
      const { format, shape, begin, end } = readEntry(name, entry);
      const count = shape.reduce((product, extent) => product * extent, 1);
      check(
        begin >= 0 && 8 + length + end <= size && end - begin === count * format.bytes && count < 2 ** 32,
        () => `its array ${JSON.stringify(name)} does not fit into the file`,
      );
      const stored = { position: 8 + length + begin, count, format, littleEndian: true };
      columns.set(name, columnOf(await readStoredNumbers(handle, stored, signal), shape));
    }
    for (const [name, values] of textColumns(header.__metadata__))
      if (!columns.has(name)) columns.set(name, { kind: "texts", values });
    return columns;
  } finally {
    await handle.close();
  }
}

/** Texts per row, which `extractFeatures` keeps as JSON in the metadata. */
function textColumns(metadata: unknown): [string, string[]][] {
  const { columns: text } = isRecord(metadata) ? metadata : {};
  if (typeof text !== "string") return [];
  const columns = parseJson(text, "the names of its rows", "Write the file again.");
  const isTexts = (values: unknown): values is string[] =>
    Array.isArray(values) && values.every((value) => typeof value === "string");
  check(
    isRecord(columns) && Object.values(columns).every(isTexts),
    () => "the names of its rows are not lists of texts",
  );
  return Object.entries(columns) as [string, string[]][];
}

function readEntry(name: string, entry: unknown) {
  const isWhole = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
  const { dtype, shape, data_offsets: offsets } = isRecord(entry) ? entry : {};
  check(
    typeof dtype === "string" &&
      Array.isArray(shape) &&
      shape.every(isWhole) &&
      Array.isArray(offsets) &&
      offsets.length === 2 &&
      offsets.every(isWhole),
    () => `its array ${JSON.stringify(name)} has no type, shape and place`,
  );
  check(
    Object.hasOwn(formats, dtype),
    () => `its array ${JSON.stringify(name)} has the unknown type ${dtype}`,
  );
  const [begin, end] = offsets as [number, number];
  return { format: numberFormats[formats[dtype]], shape: shape, begin, end };
}
