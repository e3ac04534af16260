import fs from "node:fs/promises";
import path from "node:path";
import { check } from "../../core";
import { findLabelsFile, readLabelsFile, type LabelsFile } from "./labelsFile";
import { pictureFiles } from "./picturesOf";

/** The pictures of each class, and those without a label. */
export interface ClassFiles {
  labeled: Map<string, string[]>;
  unlabeled: string[];
}

/** The pictures of a folder as its folders or its labels file sort them. Without `test`, it has no part of that name. */
export interface FolderFiles {
  train: ClassFiles;
  test?: ClassFiles;
}

/** Whether pictures in a folder of that name have no label. */
export const isUnlabeledFolder = (name: string) => /^unlabell?ed$/i.test(name);

/** Finds the pictures of a folder and their classes. */
export async function folderFiles(
  folder: string,
  { labels, signal }: { labels?: string | false | LabelsFile | undefined; signal?: AbortSignal | undefined },
): Promise<FolderFiles> {
  const folders = await foldersIn(folder);
  const parts = ["train", "test"].filter((part) => folders.includes(part));
  const file = findLabelsFile(folder, labels);
  const hasParts = parts.length === 2;
  if (file !== undefined) return listedFiles(folder, file, hasParts, signal);
  check(
    parts.length !== 1 || folders.length > 1,
    () =>
      `imageFolder: ${folder} has a folder ${parts[0]} but no ${parts[0] === "train" ? "test" : "train"}. Make both train and test, or one folder per class.`,
  );
  if (!hasParts) return { train: await classFiles(folder) };
  return {
    train: await classFiles(path.join(folder, "train")),
    test: await classFiles(path.join(folder, "test")),
  };
}

/** Sorted by a labels file. What it does not list is unlabeled. */
async function listedFiles(
  folder: string,
  file: Required<LabelsFile>,
  hasParts: boolean,
  signal: AbortSignal | undefined,
): Promise<FolderFiles> {
  const all = await pictureFiles(folder, "imageFolder");
  check(all.length > 0, () => `imageFolder: ${folder} holds no pictures. Add some, or name another folder.`);
  const nameOf = (picture: string) => path.relative(folder, picture).split(path.sep).join("/");
  const classes = await readLabelsFile(file, all.map(nameOf), signal);
  const sorted = (pictures: readonly string[]): ClassFiles => {
    const labeled = new Map<string, string[]>();
    const unlabeled: string[] = [];
    for (const picture of pictures) {
      const name = classes.get(nameOf(picture)) ?? undefined;
      if (name === undefined) unlabeled.push(picture);
      else if (labeled.has(name)) labeled.get(name)!.push(picture);
      else labeled.set(name, [picture]);
    }
    return { labeled: new Map([...labeled].sort(([a], [b]) => (a < b ? -1 : 1))), unlabeled };
  };
  if (!hasParts) return { train: sorted(all) };
  const inPart = (part: string) => all.filter((picture) => nameOf(picture).startsWith(`${part}/`));
  return { train: sorted(inPart("train")), test: sorted(inPart("test")) };
}

/** Sorted by class folders. */
async function classFiles(folder: string): Promise<ClassFiles> {
  const names = await foldersIn(folder);
  const classNames = names.filter((name) => !isUnlabeledFolder(name));
  check(
    classNames.length > 0,
    () =>
      `imageFolder: ${folder} has no class folders. Put the pictures of each class into a separate folder${names.length > 0 ? "" : ", or list them with their labels in labels.csv"}.`,
  );
  const labeled = new Map<string, string[]>();
  for (const name of classNames) {
    const inside = await pictureFiles(path.join(folder, name), "imageFolder");
    check(
      inside.length > 0,
      () =>
        `imageFolder: ${path.join(folder, name)} holds no PNG, JPEG, WebP or GIF pictures. Add some, or move the folder elsewhere.`,
    );
    labeled.set(name, inside);
  }
  const unlabeled = names
    .filter(isUnlabeledFolder)
    .map((name) => pictureFiles(path.join(folder, name), "imageFolder"));
  return { labeled, unlabeled: (await Promise.all(unlabeled)).flat() };
}

/** The folders inside a folder, except hidden ones and those that macOS adds to archives. */
async function foldersIn(folder: string): Promise<string[]> {
  const entries = await fs.readdir(folder, { withFileTypes: true }).catch(() => undefined);
  check(entries !== undefined, () => `imageFolder: path must be an existing folder, got "${folder}".`);
  return entries
    .filter((entry) => entry.isDirectory() && !/^(\.|__MACOSX$)/.test(entry.name))
    .map(({ name }) => name)
    .sort();
}
