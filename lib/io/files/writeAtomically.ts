import { promises as fs } from "node:fs";
import path from "node:path";
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

/** Checks early that a folder can be written to. `name` is the file that will be written there later. */
export async function requireWritable(folder: string, name?: string): Promise<void> {
  try {
    const fresh = await openFresh(path.join(folder, name ?? "any"));
    await fresh.handle.close();
    await fs.unlink(fresh.name);
  } catch (error) {
    throw cannotWrite(name === undefined ? folder : path.join(folder, name), error);
  }
}
