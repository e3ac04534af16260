import path from "node:path";
import { isUnlabeledFolder } from "./folderExamples";
import { findLabelsFile, readLabelsFile } from "./labelsFile";

/** What a picture is called in its folder: its path from there, with "/" between folders. */
export const pictureName = (folder: string, file: string): string =>
  path.relative(folder, file).split(path.sep).join("/");

/**
 * The class of each picture of a folder, null where it is unlabeled: as its labels file says, else the name of the folder that it lies in.
 * Undefined where there are neither.
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
  if (!names.every((name) => name.includes("/"))) return undefined;
  return new Map(
    files.map((file, i) => {
      const name = names[i].split("/").at(-2)!;
      return [file, isUnlabeledFolder(name) ? null : name];
    }),
  );
}
