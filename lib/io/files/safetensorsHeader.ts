import { check } from "../../core";
import { isJsonObject, parseJson } from "./parseJson";

/** The types of numbers that we read and write, by their names in safetensors files. */
export const numberKinds = {
  F64: Float64Array,
  F32: Float32Array,
  I32: Int32Array,
  I16: Int16Array,
  I8: Int8Array,
} as const;
export type NumberKind = keyof typeof numberKinds;

/** An array in a file: its type, its shape, and its bytes [begin, end), counted from the end of the header. */
export interface ArrayEntry {
  dtype: NumberKind;
  shape: number[];
  data_offsets: [begin: number, end: number];
}

export interface SafetensorsHeader {
  metadata: Record<string, string>;
  entries: [name: string, entry: ArrayEntry][];
}

/**
 * Reads the JSON header of a safetensors file and checks it against the number of bytes that follow it. The format requires that the arrays
 * follow each other without gaps or overlaps and end where the file ends.
 */
export function parseSafetensorsHeader(
  bytes: Uint8Array,
  dataSize: number,
  file: string,
  damaged: (why: string) => string,
  advice: string,
): SafetensorsHeader {
  const header = parseJson(decode(bytes, damaged), `the header of ${file}`, advice);
  check(isJsonObject(header), () => damaged("its header is not an object"));
  const { __metadata__: metadata = {}, ...others } = header;
  check(isTexts(metadata), () => damaged("its metadata are not texts"));
  const entries = Object.entries(others).map(([name, entry]): [string, ArrayEntry] => {
    const fault = faultOf(entry);
    check(fault === undefined, () => damaged(`its array ${JSON.stringify(name)} has ${fault}`));
    const { dtype } = entry as { dtype: string };
    check(
      Object.hasOwn(numberKinds, dtype),
      () => `${file} holds ${name} as ${dtype}, which ssdml does not read.`,
    );
    const valid = entry as ArrayEntry;
    const [begin, end] = valid.data_offsets;
    const count = valid.shape.reduce((product, extent) => product * extent, 1);
    check(end - begin === count * numberKinds[valid.dtype].BYTES_PER_ELEMENT, () =>
      damaged(
        `its array ${JSON.stringify(name)} has ${end - begin} bytes, which is not what its shape needs`,
      ),
    );
    return [name, valid];
  });
  checkLayout(entries, dataSize, damaged);
  return { metadata, entries };
}

function decode(bytes: Uint8Array, damaged: (why: string) => string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    check(false, () => damaged("its header is not a text"));
  }
}

/** What is wrong with an array's entry, except for an unsupported type. */
function faultOf(entry: unknown): string | undefined {
  if (!isJsonObject(entry) || typeof entry.dtype !== "string") return "no type";
  const { shape, data_offsets: offsets } = entry;
  const isWhole = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0;
  if (!Array.isArray(shape) || !shape.every(isWhole)) return "a wrong shape";
  if (!Array.isArray(offsets) || offsets.length !== 2 || !offsets.every(isWhole)) return "wrong offsets";
  return undefined;
}

function checkLayout(
  entries: SafetensorsHeader["entries"],
  dataSize: number,
  damaged: (why: string) => string,
): void {
  const offsets = entries.map(([, entry]) => entry.data_offsets).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  let reached = 0;
  for (const [begin, end] of offsets) {
    check(begin === reached, () => damaged("its arrays overlap or leave gaps"));
    reached = end;
  }
  check(reached === dataSize, () => damaged(`its arrays need ${reached} bytes, but it has ${dataSize}`));
}

function isTexts(value: unknown): value is Record<string, string> {
  return isJsonObject(value) && Object.values(value).every((text) => typeof text === "string");
}
