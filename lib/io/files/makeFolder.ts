import { mkdirSync } from "node:fs";
import path from "node:path";
import { isFolder } from "./kindOfFile";

/**
 * Makes a folder and those above it that are missing. Node's own recursive way never returns where the system makes no folders at all,
 * as below /proc: it takes "no such file" for a missing parent, for ever.
 */
export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder);
  } catch (error) {
    if (isFolder(folder)) return;
    const parent = path.dirname(folder);
    const lacksParent = (error as NodeJS.ErrnoException).code === "ENOENT" && !isFolder(parent);
    if (!lacksParent || parent === folder) throw error;
    makeFolder(parent);
    makeFolder(folder);
  }
}
