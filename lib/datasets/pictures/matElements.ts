/** A piece of a MATLAB 5 file: a type and the bytes that belong to it. */
export interface MatElement {
  type: number;
  content: Buffer;
}

export const matTypes = { matrix: 14, compressed: 15 };

/** The elements that follow each other in some bytes; the type and size of small ones share one word. */
export function* matElements(bytes: Buffer, littleEndian: boolean): Generator<MatElement, undefined> {
  const word = (at: number) => (littleEndian ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
  let at = 0;
  while (at + 8 <= bytes.length) {
    const first = word(at);
    const small = first >>> 16;
    const start = small > 0 ? at + 4 : at + 8;
    const size = small > 0 ? small : word(at + 4);
    const type = first & 0xffff;
    if (small > 4 || start + size > bytes.length) throw new Error("it ends too early");
    yield { type, content: bytes.subarray(start, start + size) };
    // Elements begin at multiples of eight, except after packed ones.
    at = small > 0 ? at + 8 : start + (type === matTypes.compressed ? size : Math.ceil(size / 8) * 8);
  }
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

/** The numbers of an element. */
export function matNumbers({ type, content }: MatElement, littleEndian: boolean): number[] {
  const reader = readers[type] as Reader | undefined;
  if (reader === undefined) throw new Error(`it holds data of the unknown type ${type}`);
  const [size, read] = reader;
  if (content.length % size !== 0) throw new Error("it holds a part of a number");
  const view = new DataView(content.buffer, content.byteOffset, content.length);
  return Array.from({ length: content.length / size }, (_, i) => read(view, i * size, littleEndian));
}

/** The text of an element: UTF-8, or one code unit per number. */
export function matText(element: MatElement, littleEndian: boolean): string {
  if (element.type === 16) return element.content.toString("utf8");
  const units = Uint16Array.from(matNumbers(element, littleEndian));
  return Buffer.from(units.buffer).toString("utf16le");
}
