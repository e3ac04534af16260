import { deflateSync } from "node:zlib";

/** A little-endian element of a MATLAB 5 file, filled up to a multiple of eight bytes. */
export function matElement(type: number, content: Buffer): Buffer {
  const tag = Buffer.alloc(8);
  tag.writeUInt32LE(type, 0);
  tag.writeUInt32LE(content.length, 4);
  return Buffer.concat([tag, content, Buffer.alloc((8 - (content.length % 8)) % 8)]);
}

const int32 = (...values: number[]) => Buffer.from(Int32Array.from(values).buffer);

/** A matrix of a class: 1 cell, 2 structure, 4 text, 6 doubles. */
export function matMatrix(kind: number, dimensions: number[], name: string, ...parts: Buffer[]): Buffer {
  const head = [
    matElement(6, int32(kind, 0)),
    matElement(5, int32(...dimensions)),
    matElement(1, Buffer.from(name)),
  ];
  return matElement(14, Buffer.concat([...head, ...parts]));
}

/** The field names of a structure. */
export function matFields(...names: string[]): Buffer[] {
  const length = 8;
  const texts = names.map((name) =>
    Buffer.concat([Buffer.from(name), Buffer.alloc(length)]).subarray(0, length),
  );
  return [matElement(5, int32(length)), matElement(1, Buffer.concat(texts))];
}

/** An element packed by zlib. */
export function matPacked(element: Buffer): Buffer {
  const packed = deflateSync(element);
  const tag = Buffer.alloc(8);
  tag.writeUInt32LE(15, 0);
  tag.writeUInt32LE(packed.length, 4);
  return Buffer.concat([tag, packed]);
}

/** A whole file. */
export function matFile(...elements: Buffer[]): Buffer {
  const header = Buffer.alloc(128, " ");
  header.write("MATLAB 5.0 MAT-file");
  header.writeUInt16LE(0x0100, 124);
  header.write("IM", 126);
  return Buffer.concat([header, ...elements]);
}
