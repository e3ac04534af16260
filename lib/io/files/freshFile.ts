import { promises as fs } from "node:fs";
import os from "node:os";
import path from "node:path";
import { UserError } from "../../core";
import { fileErrorReason } from "../download/fileErrors";
import { isAlive } from "../processes/isAlive";
import { makeFolder } from "./makeFolder";

/** An open file that will replace another and keep its permissions. */
export interface FreshFile {
  handle: fs.FileHandle;
  name: string;
  /** The file that it replaces, with symbolic links resolved. */
  target: string;
}

/** Opens a fresh file next to the one it will replace, and makes the folder if needed. Throws if either cannot be written. */
export async function openFresh(file: string): Promise<FreshFile> {
  const target = await followLinks(file);
  makeFolder(path.dirname(target));
  await removeRemains(target);
  const mode = await requirePermission(target);
  const name = `${target}.${os.hostname()}.${process.pid}.tmp`;
  const handle = await fs.open(name, "w", mode);
  if (mode !== undefined) await handle.chmod(mode);
  return { handle, name, target };
}

/** An error that says why a file cannot be written. */
export function cannotWrite(file: string, error: unknown): UserError {
  // Node's message ends with the system call and the name of the temporary file, which mean nothing to users.
  const words = error instanceof Error ? error.message.split(/, \w+ '/)[0] : String(error);
  return new UserError(
    `cannot write ${file}: ${fileErrorReason(error) ?? words}. The existing file, if any, is unchanged. Fix this or choose another folder.`,
  );
}

/** Resolves symbolic links, even to a file that does not exist yet. */
async function followLinks(file: string, patience = 40): Promise<string> {
  const next = await fs.readlink(file).catch(() => undefined);
  if (next === undefined || patience === 0) return file;
  return followLinks(path.resolve(path.dirname(file), next), patience - 1);
}

/** The permissions of a file, or undefined if it does not exist. A read-only file is not replaced. */
async function requirePermission(file: string): Promise<number | undefined> {
  const stats = await fs.stat(file).catch(() => undefined);
  if (stats === undefined) return undefined;
  await fs.access(file, fs.constants.W_OK);
  return stats.mode & 0o777;
}

/** Removes temporary files of processes of this host that were killed while they wrote this file. */
async function removeRemains(file: string): Promise<void> {
  const folder = path.dirname(file);
  const start = `${path.basename(file)}.${os.hostname()}.`;
  for (const name of await fs.readdir(folder)) {
    const pid = name.startsWith(start) && /^(\d+)\.tmp$/.exec(name.slice(start.length))?.[1];
    if (pid && !isAlive(Number(pid))) await fs.unlink(path.join(folder, name)).catch(() => undefined);
  }
}
