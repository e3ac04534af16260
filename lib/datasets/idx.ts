import { check } from "../core";

/** An array of bytes, as in MNIST's files. */
export interface IdxArray {
  data: Uint8Array;
  shape: number[];
}

/**
 * Reads the IDX format of bytes: two zeros, the type 8, the number of dimensions, each dimension as a big-endian 32-bit
 * number, then the values row by row. `path` is for error texts.
 */
export function parseIdx(bytes: Uint8Array, path: string): IdxArray {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  check(
    bytes.length >= 8 && view.getUint16(0) === 0 && bytes[2] === 8,
    () => `parseIdx: ${path} is not an IDX file of bytes. Install or download it again.`,
  );
  const dimensions = bytes[3];
  check(
    dimensions >= 1 && bytes.length >= 4 + 4 * dimensions,
    () =>
      `parseIdx: ${path} is damaged: it ends before its ${dimensions} dimensions. Install or download it again.`,
  );
  const shape = Array.from({ length: dimensions }, (_, i) => view.getUint32(4 + 4 * i));
  const start = 4 + 4 * dimensions;
  const size = shape.reduce((product, length) => product * length, 1);
  check(
    bytes.length === start + size,
    () =>
      `parseIdx: ${path} is damaged: it holds ${bytes.length - start} values, but its header says ${size}. Install or download it again.`,
  );
  return { data: bytes.subarray(start), shape };
}
