import { promisify } from "node:util";
import zlib from "node:zlib";

const gunzipAsync = promisify(zlib.gunzip);

/** Deflate stores at most 258 bytes in two bits. */
const bestRatio = 1032;

/** Whether so few packed bytes can hold that many: a larger promise is false, whatever the bytes are. */
export function canHold(packedSize: number, size: number): boolean {
  return size <= bestRatio * packedSize;
}

/** Unpacks a zlib stream of exactly `size` bytes; see {@link inflateAtMost}. */
export function inflateExactly(packed: Uint8Array, size: number): Buffer {
  const content = inflateAtMost(packed, size);
  if (content.length !== size) throw new Error(`it holds ${content.length} bytes, not the promised ${size}`);
  return content;
}

/** Unpacks a zlib stream of at most `size` bytes. Takes no more memory than that, and none for an impossible promise. */
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
  // Deflate codes and their tables fit into a few hundred bytes; the rest need not be looked at.
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
