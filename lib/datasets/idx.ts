import { readFile } from "node:fs/promises";
import { check, UserError } from "../common/errors";

/** An array of bytes as MNIST's files hold it. */
export interface IdxArray {
  data: Uint8Array;
  shape: number[];
}

/**
 * Reads a file in the IDX format of bytes: two zeros, the type 8, the number of dimensions, each dimension as a big-endian
 * 32-bit number, then the values row by row.
 */
export async function readIdx(path: string): Promise<IdxArray> {
  const bytes = await readFile(path).catch((error: unknown) => {
    throw new UserError(`readIdx: cannot read ${path}: ${String(error)}. Install it again with npm install.`);
  });
  return parseIdx(bytes, path);
}

export function parseIdx(bytes: Uint8Array, path: string): IdxArray {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  check(
    bytes.length >= 8 && view.getUint16(0) === 0 && bytes[2] === 8,
    () => `readIdx: ${path} is not an IDX file of bytes. Delete it and install or download it again.`,
  );
  const dimensions = bytes[3];
  const shape = Array.from({ length: dimensions }, (_, i) => view.getUint32(4 + 4 * i));
  const start = 4 + 4 * dimensions;
  const size = shape.reduce((product, length) => product * length, 1);
  check(
    bytes.length === start + size,
    () =>
      `readIdx: ${path} is damaged: it holds ${bytes.length - start} values, its header says ${size}. Delete it and install or download it again.`,
  );
  return { data: bytes.subarray(start), shape };
}
