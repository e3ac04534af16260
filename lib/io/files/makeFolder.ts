import { mkdirSync } from "node:fs";
import path from "node:path";
import { isFolder } from "./kindOfFile";

/**
 * Makes a folder and its missing parents. Node's `recursive` option never returns where the system allows no new folders, as below
 * /proc: it keeps taking "no such file" for a missing parent.
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
