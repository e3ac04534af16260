import { statSync, type Stats } from "node:fs";

/** Whether there is a folder of this name. A name that cannot be one, or that may not be looked at, is none. */
export function isFolder(name: string): boolean {
  return statsOf(name)?.isDirectory() ?? false;
}

/** Whether there is a file of this name, as {@link isFolder}. */
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
