import path from "node:path";
import { isUnlabeledFolder } from "./folderExamples";
import { findLabelsFile, readLabelsFile } from "./labelsFile";

/** What a picture is called in its folder: its path from there, with "/" between folders. */
export const pictureName = (folder: string, file: string): string =>
  path.relative(folder, file).split(path.sep).join("/");

/**
 * The class of each picture of a folder, null where it is unlabeled: as its labels file says, else the name of the class folder that it lies in,
 * also in folders within that one. Undefined where there are neither.
 */
export async function pictureClasses(
  caller: string,
  folder: string,
  files: readonly string[],
  { labels, signal }: { labels?: string | undefined; signal?: AbortSignal | undefined } = {},
): Promise<Map<string, string | null> | undefined> {
  const names = files.map((file) => pictureName(folder, file));
  const listed = findLabelsFile(folder, labels, caller);
  if (listed) {
    const classes = await readLabelsFile(listed, names, signal, caller);
    return new Map(files.map((file, i) => [file, classes.get(names[i]) ?? null]));
  }
  const own = classFolders(names.map((name) => name.split("/").slice(0, -1)));
  if (!own.every(({ length }) => length > 0)) return undefined;
  return new Map(files.map((file, i) => [file, isUnlabeledFolder(own[i][0]) ? null : own[i][0]]));
}

/** The folders of each picture from its class folder on: without those that all share, and without train and test. */
function classFolders(folders: readonly string[][]): readonly string[][] {
  const [[first] = []] = folders;
  const isShared = folders.every((inside) => inside.length > 1 && inside[0] === first);
  const hasParts = ["train", "test"].every((part) => folders.some(([name]) => name === part));
  return isShared || hasParts ? classFolders(folders.map(([, ...inside]) => inside)) : folders;
}
