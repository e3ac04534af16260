import { promises as fs } from "node:fs";
import path from "node:path";
import { UserError } from "../../core/errors";
import { fileErrorReason } from "../download/fileErrors";
import { isAlive } from "../processes/isAlive";
import { makeFolder } from "./makeFolder";

/** An open file that is going to take the place of another, with its permissions. */
export interface FreshFile {
  handle: fs.FileHandle;
  name: string;
  /** The file that it replaces: where symbolic links lead. */
  target: string;
}

/** Opens a fresh file beside one that is to be replaced, whose folder is made; throws when either may not be written. */
export async function openFresh(file: string): Promise<FreshFile> {
  const target = await followLinks(file);
  makeFolder(path.dirname(target));
  await removeRemains(target);
  const mode = await requirePermission(target);
  const name = `${target}.${process.pid}.tmp`;
  const handle = await fs.open(name, "w", mode);
  if (mode !== undefined) await handle.chmod(mode);
  return { handle, name, target };
}

/** Why a file cannot be written, in one sentence. */
export function cannotWrite(file: string, error: unknown): UserError {
  // Node's own words end in the call and the name of the fresh file, which mean nothing to people.
  const words = error instanceof Error ? error.message.split(/, \w+ '/)[0] : String(error);
  return new UserError(
    `cannot write ${file}: ${fileErrorReason(error) ?? words}. What was there before is untouched; mend that or choose another folder.`,
  );
}

/** Where symbolic links lead, even to a file that is not there yet. */
async function followLinks(file: string, patience = 40): Promise<string> {
  const next = await fs.readlink(file).catch(() => undefined);
  if (next === undefined || patience === 0) return file;
  return followLinks(path.resolve(path.dirname(file), next), patience - 1);
}

/** The permissions of a file; undefined when there is none. A file that its owner has closed is not replaced. */
async function requirePermission(file: string): Promise<number | undefined> {
  const stats = await fs.stat(file).catch(() => undefined);
  if (stats === undefined) return undefined;
  await fs.access(file, fs.constants.W_OK);
  return stats.mode & 0o777;
}

/** Removes what processes left that were killed while they wrote the file. */
async function removeRemains(file: string): Promise<void> {
  const folder = path.dirname(file);
  for (const name of await fs.readdir(folder)) {
    const pid = name.startsWith(`${path.basename(file)}.`) && /\.(\d+)\.tmp$/.exec(name)?.[1];
    if (pid && !isAlive(Number(pid))) await fs.unlink(path.join(folder, name)).catch(() => undefined);
  }
}
