import { promises as fs } from "node:fs";
import path from "node:path";
import { UserError } from "../errors";
import { fileErrorReason } from "../fetch/fileErrors";
import { isAlive } from "../programs/isAlive";
import { makeFolder } from "./makeFolder";

/**
 * Writes a file whole or not at all: under another name first, to the disk, then renamed. Whatever goes wrong – a full
 * disk, a kill – the file that was there before stays.
 */
export async function writeAtomically(file: string, parts: Iterable<Uint8Array | string>): Promise<void> {
  const fresh = `${file}.${process.pid}.tmp`;
  try {
    makeFolder(path.dirname(file));
    await removeRemains(file);
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

/** Removes what processes left that were killed while they wrote the file. */
async function removeRemains(file: string): Promise<void> {
  const folder = path.dirname(file);
  for (const name of await fs.readdir(folder)) {
    const pid = name.startsWith(`${path.basename(file)}.`) && /\.(\d+)\.tmp$/.exec(name)?.[1];
    if (pid && !isAlive(Number(pid))) await fs.unlink(path.join(folder, name)).catch(() => undefined);
  }
}
