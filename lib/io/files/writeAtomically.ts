import { promises as fs } from "node:fs";
import { cannotWrite, openFresh, type FreshFile } from "./freshFile";

/**
 * Writes a file whole or not at all: under another name first, to the disk, then renamed. Whatever goes wrong – a full
 * disk, a kill – the file that was there before stays; its permissions and symbolic links stay in any case.
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
