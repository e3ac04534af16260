import { inflateAtMost, inflateStart } from "../../io/files";
import { matElements, matNumbers, matText, matTypes, type MatElement } from "./matElements";

/** A value of a MATLAB file: numbers, a text, a cell array, or an array of structures. */
export type MatValue =
  | { kind: "numbers"; values: number[] }
  | { kind: "text"; text: string }
  | { kind: "cells"; cells: MatValue[] }
  | { kind: "structures"; structures: Record<string, MatValue>[] };

const classes = { cell: 1, structure: 2, text: 4, firstNumeric: 6, lastNumeric: 15 };

/** Four times the unpacked size of the Cars-196 lists. Without a limit, packed zeros could take gigabytes. */
const maxUnpacked = 2 ** 25;

/** Maximum nesting of cells. Data sets use two levels. */
const maxDepth = 20;

/**
 * Reads the variables of a MATLAB 5 file ("Level 5 MAT-File Format", MathWorks) as far as data sets use it: numbers,
 * texts, cells and structures, packed or not.
 */
export function parseMat(bytes: Buffer): Map<string, MatValue> {
  if (bytes.length < 128 || !bytes.toString("latin1", 0, 10).startsWith("MATLAB 5.0")) {
    throw new Error("it is not a MATLAB 5 file");
  }
  const littleEndian = bytes.toString("latin1", 126, 128) === "IM";
  const variables = new Map<string, MatValue>();
  let room = maxUnpacked;
  const add = ({ type, content }: MatElement) => {
    if (type !== matTypes.matrix) return;
    const { name, value } = parseMatrix(content, littleEndian, 0);
    if (value !== undefined) variables.set(name, value);
  };
  for (const element of matElements(bytes.subarray(128), littleEndian)) {
    if (element.type !== matTypes.compressed) add(element);
    else {
      const unpacked = unpack(element.content, littleEndian, room);
      room -= unpacked.length;
      for (const inner of matElements(unpacked, littleEndian)) add(inner);
    }
  }
  return variables;
}

/** A packed element begins with its size, which is checked before the rest is unpacked. */
function unpack(packed: Buffer, littleEndian: boolean, room: number): Buffer {
  const tag = inflateStart(packed, 8);
  if (tag.length < 8) throw new Error("it ends too early");
  const size = littleEndian ? tag.readUInt32LE(4) : tag.readUInt32BE(4);
  const padded = 8 + Math.ceil(size / 8) * 8;
  if (padded > room) throw new Error(`it unpacks to more than ${maxUnpacked} bytes`);
  return inflateAtMost(packed, padded);
}

const nothing: MatValue = { kind: "numbers", values: [] };

function parseMatrix(
  bytes: Buffer,
  littleEndian: boolean,
  depth: number,
): { name: string; value: MatValue | undefined } {
  if (depth > maxDepth) throw new Error(`it nests values more than ${maxDepth} deep`);
  if (bytes.length === 0) return { name: "", value: nothing };
  const parts = matElements(bytes, littleEndian);
  const next = (): MatElement => {
    const { value } = parts.next();
    if (!value) throw new Error("a value in it ends too early");
    return value;
  };
  const [kind] = matNumbers(next(), littleEndian).map((flags) => flags & 0xff);
  const count = countOf(matNumbers(next(), littleEndian));
  const name = next().content.toString("latin1");
  const inner = ({ content }: MatElement) => parseMatrix(content, littleEndian, depth + 1).value ?? nothing;
  if (kind === classes.cell) {
    return { name, value: { kind: "cells", cells: exactly(count, parts, inner) } };
  }
  if (kind === classes.structure) {
    const [length] = matNumbers(next(), littleEndian);
    const fields = fieldNames(next().content, length);
    const values = exactly(count * fields.length, parts, inner);
    const structures = fields.length === 0 ? [] : rowsOf(fields, values);
    return { name, value: { kind: "structures", structures } };
  }
  if (kind === classes.text) {
    const text = count === 0 ? "" : matText(next(), littleEndian);
    return { name, value: { kind: "text", text } };
  }
  if (!(kind >= classes.firstNumeric && kind <= classes.lastNumeric)) return { name, value: undefined };
  const values = count === 0 ? [] : matNumbers(next(), littleEndian);
  if (values.length !== count)
    throw new Error(`it holds ${values.length} numbers where it promises ${count}`);
  return { name, value: { kind: "numbers", values } };
}

/** The product of the dimensions. */
function countOf(dimensions: number[]): number {
  const count = dimensions.reduce((product, length) => product * length, 1);
  if (dimensions.length < 2 || dimensions.some((length) => length < 0) || !Number.isSafeInteger(count)) {
    throw new Error(`it has a value with the dimensions [${dimensions.slice(0, 10).join(", ")}]`);
  }
  return count;
}

/** Reads exactly `count` elements. Allocates memory as they are read, not in advance. */
function exactly<Value>(
  count: number,
  parts: Iterable<MatElement>,
  read: (element: MatElement) => Value,
): Value[] {
  const values: Value[] = [];
  for (const element of parts) {
    if (values.length === count) break;
    values.push(read(element));
  }
  if (values.length !== count) throw new Error(`it holds ${values.length} values where it promises ${count}`);
  return values;
}

/** Names of equal length, padded with zeros. */
function fieldNames(bytes: Buffer, length: number): string[] {
  if (bytes.length === 0) return [];
  if (!(length > 0) || bytes.length % length !== 0) throw new Error("its field names have the wrong length");
  return Array.from({ length: bytes.length / length }, (_, i) =>
    bytes.toString("latin1", i * length, (i + 1) * length).replace(/\0.*$/s, ""),
  );
}

function rowsOf(fields: string[], values: MatValue[]): Record<string, MatValue>[] {
  return Array.from({ length: values.length / fields.length }, (_, i) =>
    Object.fromEntries(fields.map((field, c) => [field, values[i * fields.length + c]])),
  );
}
