import { existsSync } from "node:fs";
import path from "node:path";
import { check } from "../../core/errors";
import { ssdmlHome } from "../../io/home";

/** A folder with a data set's files, and how it came to be known. */
export interface Place {
  folder: string;
  source: string;
  /** What to do about a file that is missing or damaged there. */
  repair: string;
}

const replaceIt = "Replace it with a whole copy.";
export const deleteIt = "Delete it: it is fetched again when it is next used.";

/** Where a data set is kept once it was fetched. */
export function cacheFolder(name: string): string {
  return path.join(ssdmlHome(), "datasets", name);
}

/** Where a fetch puts a data set: in a folder of its own in the one that was given, else in the user folder. */
export function fetchFolder(name: string, folder?: string): string {
  return folder === undefined ? cacheFolder(name) : path.join(path.resolve(folder), name);
}

/** The folders that may hold a data set when it lies somewhere in `folder`. */
export function foldersWithin(folder: string, name: string, officialFolder = ""): string[] {
  const tops = [folder, path.join(folder, name)];
  return [...new Set(tops.flatMap((top) => [top, path.join(top, officialFolder)]))];
}

/**
 * The first folder that holds the data set: in `folder` where that is given, else in SSDML_DATA, else in the user folder.
 */
export function findPlace(
  { name, officialFolder }: { name: string; officialFolder?: string },
  folder: string | undefined,
  holds: (folder: string) => boolean,
): Place | undefined {
  const find = (top: string, repair: string): Place | undefined => {
    const found = foldersWithin(path.resolve(top), name, officialFolder).find(holds);
    return found === undefined ? undefined : { folder: found, source: `folder ${found}`, repair };
  };
  if (folder !== undefined) {
    check(existsSync(folder), () => `loadDataset: folder must be an existing folder, got "${folder}".`);
    return find(folder, replaceIt);
  }
  const given = process.env.SSDML_DATA;
  return (given ? find(given, replaceIt) : undefined) ?? find(cacheFolder(name), deleteIt);
}
