import fs from "node:fs/promises";
import { UserError } from "../../core";

/** Throws `UserError` if the disk of `folder` has fewer than `bytes` bytes free. */
export async function checkDiskSpace(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await fs.statfs(folder);
  const free = bavail * bsize;
  if (free >= bytes) return;
  throw new UserError(
    `The disk of ${folder} has ${gigabytes(free)} free, but ${gigabytes(bytes)} are needed. ` +
      "Free some space, or set SSDML_HOME to a folder on another disk.",
  );
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`;
}
