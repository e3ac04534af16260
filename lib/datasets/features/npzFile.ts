import { stat } from "node:fs/promises";
import { check } from "../../core";
import yauzl from "yauzl";
import { parseNpy } from "./npyFile";
import type { Column } from "./table";

/** Deflate stores at most 258 bytes per two bits. */
const bestRatio = 1032;

/** Reads all arrays of a NumPy archive, compressed or not. */
export async function readNpz(file: string, signal?: AbortSignal): Promise<Map<string, Column>> {
  const zip = await yauzl.openPromise(file, { autoClose: false });
  try {
    const columns = new Map<string, Column>();
    const { size } = await stat(file);
    let unpacked = 0;
    for await (const entry of zip.eachEntry()) {
      signal?.throwIfAborted();
      // Entries may share their bytes, so their sum counts too.
      unpacked += entry.uncompressedSize;
      const name = entry.fileName.replace(/\.npy$/, "");
      check(
        entry.uncompressedSize <= Math.max(1, entry.compressedSize) * bestRatio &&
          unpacked <= size * bestRatio,
        () => `its array ${JSON.stringify(name)} claims more bytes than it can hold`,
      );
      columns.set(
        name,
        parseNpy(await bytesOf(await zip.openReadStreamPromise(entry), entry.uncompressedSize)),
      );
    }
    return columns;
  } finally {
    zip.close();
  }
}

async function bytesOf(stream: AsyncIterable<Uint8Array>, size: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(size);
  let at = 0;
  for await (const chunk of stream) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
