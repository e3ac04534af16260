import { promises as fs } from "node:fs";
import { cannotWrite, openFresh, type FreshFile } from "./freshFile";

/**
 * Writes a file completely or not at all: to a temporary name first, flushed to disk, then renamed. If the disk is full or the process
 * is killed, the previous file stays. Permissions and symbolic links are kept.
 */
export async function writeAtomically(file: string, parts: Iterable<Uint8Array | string>): Promise<void> {
  let fresh: FreshFile | undefined;
  try {
    fresh = await openFresh(file);
    try {
      for (const part of parts) await fresh.handle.writeFile(part);
      await fresh.handle.sync();
    } finally {
      await fresh.handle.close();
    }
    await fs.rename(fresh.name, fresh.target);
  } catch (error) {
    if (fresh) await fs.unlink(fresh.name).catch(() => undefined);
    throw cannotWrite(file, error);
  }
}
