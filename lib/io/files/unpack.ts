import { promisify } from "node:util";
import zlib from "node:zlib";

const gunzipAsync = promisify(zlib.gunzip);

/** Deflate stores at most 258 bytes per two bits. */
const bestRatio = 1032;

/** Whether `packedSize` compressed bytes can hold `size` bytes at all. */
export function canHold(packedSize: number, size: number): boolean {
  return size <= bestRatio * packedSize;
}

/** Unpacks a zlib stream of exactly `size` bytes; see {@link inflateAtMost}. */
export function inflateExactly(packed: Uint8Array, size: number): Buffer {
  const content = inflateAtMost(packed, size);
  if (content.length !== size) throw new Error(`it holds ${content.length} bytes, not the promised ${size}`);
  return content;
}

/** Unpacks a zlib stream of at most `size` bytes. Allocates no more than that, and nothing if the size is impossible. */
export function inflateAtMost(packed: Uint8Array, size: number): Buffer {
  if (!canHold(packed.length, size)) {
    throw new Error(`it promises ${size} bytes, more than ${packed.length} packed bytes can hold`);
  }
  try {
    return zlib.inflateSync(packed, { maxOutputLength: Math.max(1, size), chunkSize: Math.max(64, size) });
  } catch (error) {
    throw explained(error, size);
  }
}

/** The first bytes of a zlib stream, at most `size`. */
export function inflateStart(packed: Uint8Array, size: number): Buffer {
  const options = { finishFlush: zlib.constants.Z_SYNC_FLUSH };
  // Deflate codes and their tables fit into a few hundred bytes, so the rest is not needed.
  return zlib.inflateSync(packed.subarray(0, 4096), options).subarray(0, size);
}

/** Unpacks gzip, at most `size` bytes. */
export async function gunzipAtMost(packed: Uint8Array, size: number): Promise<Buffer> {
  return gunzipAsync(packed, { maxOutputLength: Math.max(1, size) }).catch((error: unknown) => {
    throw explained(error, size);
  });
}

function explained(error: unknown, size: number): Error {
  if ((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") {
    return new Error(`it unpacks to more than the promised ${size} bytes`);
  }
  return error instanceof Error ? error : new Error(String(error));
}
