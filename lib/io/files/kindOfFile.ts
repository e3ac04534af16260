import { statSync, type Stats } from "node:fs";

/** Whether there is a folder of this name. False for invalid names and for folders that may not be accessed. */
export function isFolder(name: string): boolean {
  return statsOf(name)?.isDirectory() ?? false;
}

/** Whether there is a regular file of this name, like {@link isFolder}. */
export function isFile(name: string): boolean {
  return statsOf(name)?.isFile() ?? false;
}

function statsOf(name: string): Stats | undefined {
  try {
    return statSync(name);
  } catch {
    return undefined;
  }
}
