import fs from "node:fs/promises";
import { makeFolder, unreadable } from "../../io/files";
import path from "node:path";

/** Rows [·, d] that grow on the disk, so that work can go on after a crash. What was written before counts only if its key is the same. */
export interface PartialRows {
  /** Rows that are there already. */
  readonly count: number;
  append(row: Float32Array): Promise<void>;
  /** All rows. */
  read(): Promise<Float32Array>;
  close(): Promise<void>;
}

/** Bytes of a sha256, with which the file begins. */
const keyBytes = 32;

/** Without a file, the rows stay in memory. */
export async function openPartialRows(
  file: string | undefined,
  key: Buffer,
  dimension: number,
): Promise<PartialRows> {
  if (file === undefined) return rowsInMemory();
  makeFolder(path.dirname(file));
  const handle = await fs.open(file, "a+").catch((error: unknown) => {
    throw unreadable(file, error);
  });
  const rowBytes = 4 * dimension;
  const found = Buffer.alloc(keyBytes);
  const { bytesRead } = await handle.read(found, 0, keyBytes, 0);
  const isKnown = bytesRead === keyBytes && found.equals(key);
  if (!isKnown) {
    await handle.truncate(0);
    await handle.appendFile(key);
  }
  const { size } = await handle.stat();
  let count = Math.floor((size - keyBytes) / rowBytes);
  // A row that was being written when the process ended is written again.
  await handle.truncate(keyBytes + count * rowBytes);
  return {
    get count() {
      return count;
    },
    async append(row) {
      await handle.appendFile(new Uint8Array(row.buffer, row.byteOffset, rowBytes));
      count++;
    },
    async read() {
      const rows = new Float32Array(count * dimension);
      await handle.read(new Uint8Array(rows.buffer), 0, rows.byteLength, keyBytes);
      return rows;
    },
    close: () => handle.close(),
  };
}

function rowsInMemory(): PartialRows {
  const rows: Float32Array[] = [];
  return {
    get count() {
      return rows.length;
    },
    append(row) {
      rows.push(row.slice());
      return Promise.resolve();
    },
    read() {
      const all = new Float32Array(rows.reduce((sum, { length }) => sum + length, 0));
      rows.forEach((row, i) => {
        all.set(row, i * row.length);
      });
      return Promise.resolve(all);
    },
    close: () => Promise.resolve(),
  };
}
