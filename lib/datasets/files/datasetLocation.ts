import { existsSync } from "node:fs";
import path from "node:path";
import { check } from "../../core";
import { ssdmlHome } from "../../io";

/** A folder with the files of a data set. */
export interface DatasetLocation {
  folder: string;
  /** Where the files came from. */
  source: string;
  /** What to do if a file there is missing or damaged. */
  repair: string;
}

const replaceIt = "Replace it with an intact copy.";

/** How to repair a data set in the user folder. */
export const fetchAgain = (name: string) => `Run npx ssdml data fetch ${name} to fetch it again.`;

/** The folder where a fetched data set is kept. */
export function cacheFolder(name: string): string {
  return path.join(ssdmlHome(), "datasets", name);
}

/** The folder that a data set is fetched into: a folder with its name in the given folder, else in the user folder. */
export function fetchFolder(name: string, folder?: string): string {
  return folder === undefined ? cacheFolder(name) : path.join(path.resolve(folder), name);
}

/** The folders in `folder` that may hold a data set. */
export function foldersWithin(folder: string, name: string, officialFolder = ""): string[] {
  const tops = [folder, path.join(folder, name)];
  return [...new Set(tops.flatMap((top) => [top, path.join(top, officialFolder)]))];
}

/**
 * The first folder that holds the data set: in `folder` if given, else in SSDML_DATA, else in the user folder.
 */
export function findDataset(
  { name, officialFolder }: { name: string; officialFolder?: string },
  folder: string | undefined,
  holds: (folder: string) => boolean,
): DatasetLocation | undefined {
  const find = (top: string, repair: string): DatasetLocation | undefined => {
    const found = foldersWithin(path.resolve(top), name, officialFolder).find(holds);
    return found === undefined ? undefined : { folder: found, source: `folder ${found}`, repair };
  };
  if (folder !== undefined) {
    check(existsSync(folder), () => `loadDataset: folder must be an existing folder, got "${folder}".`);
    return find(folder, replaceIt);
  }
  const given = process.env.SSDML_DATA;
  return (given ? find(given, replaceIt) : undefined) ?? find(cacheFolder(name), fetchAgain(name));
}
