import fs from "node:fs/promises";
import path from "node:path";
import {
  about,
  abortSignal,
  between,
  functionValue,
  oneOf,
  optional,
  path as pathName,
  readOptions,
  seed as seedValue,
} from "../../core/options";
import { check } from "../../core";
import { random } from "../../core/values";
import type { Dataset, LabeledImages } from "../images/images";
import { printableDataset } from "../images/printable";
import { pictureSize, pixelLimit } from "./pictureOptions";
import { type Example, readPictures, type ReadOptions } from "./readPictures";

export interface ImageFolderOptions extends ReadOptions {
  /** The share of each class that becomes the test part if the folder has no train/ and test/. Default 0.2. */
  test?: number | undefined;
  /** Seed of the random choice of test pictures. Default 1. */
  seed?: number | undefined;
}

export const imageFolderDefaults = Object.freeze({ test: 0.2, seed: 1 });

export const folderSchema = {
  test: about(
    "share of each class that becomes the test part if the folder has no train/ and test/",
    between(0, 1, { default: imageFolderDefaults.test }),
  ),
  seed: seedValue(),
  size: pictureSize,
  channels: about("3 for color (the default), 1 for gray", optional(oneOf([1, 3]))),
  maxPixels: pixelLimit,
  onProgress: about(
    "called now and then with the number of pictures read",
    optional(functionValue<NonNullable<ReadOptions["onProgress"]>>()),
  ),
  signal: optional(abortSignal),
};

/**
 * Reads your own pictures (PNG, JPEG) from a folder with one folder per class, or with folders train and test of
 * that kind. Without these two, a random `test` share of each class is set aside.
 *
 * @example const flowers = () => imageFolder("flowers", { size: 64 }); // a folder of pictures per class: flowers/rose, flowers/tulip
 */
export async function imageFolder(folder: string, options: ImageFolderOptions = {}): Promise<Dataset> {
  const { test, seed, ...reading } = readOptions("imageFolder", options, folderSchema);
  pathName.read(folder, "imageFolder: path");

  const folders = await foldersIn(folder);
  const parts = ["train", "test"].filter((part) => folders.includes(part));
  check(
    parts.length !== 1 || folders.length > 1,
    () =>
      `imageFolder: ${folder} has a folder ${parts[0]} but no ${parts[0] === "train" ? "test" : "train"}. Make both train and test, or one folder per class.`,
  );
  const [trainFiles, testFiles] =
    parts.length === 2
      ? [await classFiles(path.join(folder, "train")), await classFiles(path.join(folder, "test"))]
      : setAside(await classFiles(folder), test, seed);
  const classNames = [...new Set([...trainFiles.keys(), ...testFiles.keys()])].sort();
  const examples = (files: ClassFiles): Example[] =>
    classNames.flatMap((name, label) => (files.get(name) ?? []).map((file) => ({ file, label })));
  const trainExamples = examples(trainFiles);

  // Read as one, so that both parts have the same shape.
  const all = await readPictures("imageFolder", [...trainExamples, ...examples(testFiles)], reading);
  const [, ...imageShape] = all.images.shape;
  return printableDataset({
    name: path.basename(path.resolve(folder)),
    train: slice(all, 0, trainExamples.length),
    test: slice(all, trainExamples.length, all.labels.length),
    classNames,
    imageShape,
    source: `folder ${path.resolve(folder)}`,
  });
}

/** The pictures `first` … `end − 1`, without a copy. */
function slice({ images, labels }: LabeledImages, first: number, end: number): LabeledImages {
  const [, height, width, channels] = images.shape;
  const size = height * width * channels;
  return {
    images: {
      data: images.data.subarray(first * size, end * size),
      shape: [end - first, height, width, channels],
    },
    labels: labels.subarray(first, end),
  };
}

/** The picture files of each class. */
type ClassFiles = Map<string, string[]>;

async function classFiles(folder: string): Promise<ClassFiles> {
  const names = await foldersIn(folder);
  check(
    names.length > 0,
    () =>
      `imageFolder: ${folder} has no class folders. Put the pictures of each class into a separate folder.`,
  );
  const files: ClassFiles = new Map();
  for (const name of names) {
    const inside = (await fs.readdir(path.join(folder, name))).filter(isPicture).sort();
    check(
      inside.length > 0,
      () =>
        `imageFolder: ${path.join(folder, name)} holds no PNG or JPEG pictures. Add some, or move the folder elsewhere.`,
    );
    files.set(
      name,
      inside.map((file) => path.join(folder, name, file)),
    );
  }
  return files;
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

function isPicture(file: string): boolean {
  return /^[^.].*\.(png|jpe?g)$/i.test(file);
}

/** Splits each class into training files and a random share of test files. */
function setAside(classes: ClassFiles, share: number, seed: number): [train: ClassFiles, test: ClassFiles] {
  const generator = random(seed);
  const train: ClassFiles = new Map();
  const test: ClassFiles = new Map();
  for (const [name, files] of classes) {
    check(
      files.length >= 2,
      () =>
        `imageFolder: class "${name}" has 1 picture, too few for training and testing. Add pictures, or make train and test folders.`,
    );
    const aside = Math.min(files.length - 1, Math.max(1, Math.round(share * files.length)));
    const chosen = new Set(generator.sample(files.length, aside));
    train.set(
      name,
      files.filter((_, i) => !chosen.has(i)),
    );
    test.set(
      name,
      files.filter((_, i) => chosen.has(i)),
    );
  }
  return [train, test];
}
