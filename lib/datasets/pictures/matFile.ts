import zlib from "node:zlib";

/** A value of a MATLAB file: numbers, a text, a cell array, or an array of structures. */
export type MatValue =
  | { kind: "numbers"; values: number[] }
  | { kind: "text"; text: string }
  | { kind: "cells"; cells: MatValue[] }
  | { kind: "structures"; structures: Record<string, MatValue>[] };

const types = { matrix: 14, compressed: 15 };
const classes = { cell: 1, structure: 2, text: 4, firstNumeric: 6, lastNumeric: 15 };

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
  const read = (source: Buffer) => {
    for (const { type, content } of elements(source, littleEndian)) {
      if (type === types.compressed) read(zlib.inflateSync(content));
      else if (type === types.matrix) {
        const { name, value } = parseMatrix(content, littleEndian);
        if (value !== undefined) variables.set(name, value);
      }
    }
  };
  read(bytes.subarray(128));
  return variables;
}

interface Element {
  type: number;
  content: Buffer;
}

/** The elements that follow each other in some bytes; the type and size of small ones share one word. */
function* elements(bytes: Buffer, littleEndian: boolean): Generator<Element, void> {
  const word = (at: number) => (littleEndian ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
  let at = 0;
  while (at + 8 <= bytes.length) {
    const first = word(at);
    const small = first >>> 16;
    const start = small > 0 ? at + 4 : at + 8;
    const size = small > 0 ? small : word(at + 4);
    const type = first & 0xffff;
    if (start + size > bytes.length) throw new Error("it ends too early");
    yield { type, content: bytes.subarray(start, start + size) };
    // Elements begin at multiples of eight, but for what follows packed ones.
    at = small > 0 ? at + 8 : start + (type === types.compressed ? size : Math.ceil(size / 8) * 8);
  }
}

function parseMatrix(bytes: Buffer, littleEndian: boolean): { name: string; value: MatValue | undefined } {
  if (bytes.length === 0) return { name: "", value: { kind: "numbers", values: [] } };
  const [flags, dimensions, name, ...rest] = elements(bytes, littleEndian);
  const kind = (littleEndian ? flags.content.readUInt32LE(0) : flags.content.readUInt32BE(0)) & 0xff;
  const count = numbers(dimensions, littleEndian).reduce((product, length) => product * length, 1);
  return { name: name.content.toString("latin1"), value: parseValue(kind, count, rest, littleEndian) };
}

function parseValue(
  kind: number,
  count: number,
  rest: Element[],
  littleEndian: boolean,
): MatValue | undefined {
  const inner = ({ content }: Element) =>
    parseMatrix(content, littleEndian).value ?? { kind: "numbers" as const, values: [] };
  if (kind === classes.cell) return { kind: "cells", cells: rest.slice(0, count).map(inner) };
  if (kind === classes.structure) {
    const [nameLength, nameBytes, ...values] = rest;
    const names = split(nameBytes.content, numbers(nameLength, littleEndian)[0]);
    const structures = Array.from({ length: count }, (_, i) =>
      Object.fromEntries(names.map((name, field) => [name, inner(values[i * names.length + field])])),
    );
    return { kind: "structures", structures };
  }
  if (kind === classes.text) {
    return { kind: "text", text: String.fromCodePoint(...numbers(rest[0], littleEndian)) };
  }
  const isNumeric = kind >= classes.firstNumeric && kind <= classes.lastNumeric;
  return isNumeric ? { kind: "numbers", values: numbers(rest[0], littleEndian) } : undefined;
}

/** Names of equal length, filled up with zeros. */
function split(bytes: Buffer, length: number): string[] {
  return Array.from({ length: bytes.length / length }, (_, i) =>
    bytes.toString("latin1", i * length, (i + 1) * length).replace(/\0.*$/, ""),
  );
}

type Reader = [size: number, read: (view: DataView, at: number, littleEndian: boolean) => number];

/** How the numbers of each type are stored; MATLAB stores doubles that fit as bytes. */
const readers: Record<number, Reader> = {
  1: [1, (view, at) => view.getInt8(at)],
  2: [1, (view, at) => view.getUint8(at)],
  3: [2, (view, at, littleEndian) => view.getInt16(at, littleEndian)],
  4: [2, (view, at, littleEndian) => view.getUint16(at, littleEndian)],
  5: [4, (view, at, littleEndian) => view.getInt32(at, littleEndian)],
  6: [4, (view, at, littleEndian) => view.getUint32(at, littleEndian)],
  7: [4, (view, at, littleEndian) => view.getFloat32(at, littleEndian)],
  9: [8, (view, at, littleEndian) => view.getFloat64(at, littleEndian)],
  12: [8, (view, at, littleEndian) => Number(view.getBigInt64(at, littleEndian))],
  13: [8, (view, at, littleEndian) => Number(view.getBigUint64(at, littleEndian))],
  16: [1, (view, at) => view.getUint8(at)],
  17: [2, (view, at, littleEndian) => view.getUint16(at, littleEndian)],
};

function numbers(element: Element | undefined, littleEndian: boolean): number[] {
  if (element === undefined) return [];
  const reader = readers[element.type];
  if (reader === undefined) throw new Error(`it holds data of the unknown type ${element.type}`);
  const [size, read] = reader;
  const { content } = element;
  const view = new DataView(content.buffer, content.byteOffset, content.length);
  return Array.from({ length: content.length / size }, (_, i) => read(view, i * size, littleEndian));
}
