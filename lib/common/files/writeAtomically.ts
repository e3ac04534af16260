import { promises as fs } from "node:fs";
import path from "node:path";
import { UserError } from "../errors";
import { fileErrorReason } from "../fetch/fileErrors";
import { makeFolder } from "./makeFolder";

/**
 * Writes a file whole or not at all: under another name first, to the disk, then renamed. Whatever goes wrong – a full
 * disk, a kill – the file that was there before stays.
 */
export async function writeAtomically(file: string, parts: Iterable<Uint8Array | string>): Promise<void> {
  const fresh = `${file}.${process.pid}.tmp`;
  try {
    makeFolder(path.dirname(file));
    const handle = await fs.open(fresh, "w");
    try {
      for (const part of parts) await handle.writeFile(part);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await fs.rename(fresh, file);
  } catch (error) {
    await fs.unlink(fresh).catch(() => undefined);
    const reason = fileErrorReason(error) ?? (error instanceof Error ? error.message : String(error));
    throw new UserError(
      `cannot write ${file}: ${reason}. What was there before is untouched; mend that or choose another folder.`,
    );
  }
}
