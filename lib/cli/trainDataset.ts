import path from "node:path";
import { check } from "../core";
import { didYouMean, wrongValue } from "../core/options";
import {
  catalog,
  featureDataset,
  imageFolder,
  loadDataset,
  loadFeatures,
  nameOfFile,
  type Dataset,
  type DatasetName,
  type FeatureDataset,
} from "../datasets";
import { isFile, isFolder } from "../io/files";
import type { Terminal } from "./command";
import { eventPrinter } from "./eventPrinter";

interface Given {
  size?: number | undefined;
  label?: string | undefined;
  name?: string | undefined;
  test?: string | undefined;
}

/** The data set that --dataset names: a published one, a folder of pictures or a file of feature vectors. */
export async function readDataset(
  place: string,
  given: Given,
  terminal: Terminal,
): Promise<Dataset | FeatureDataset> {
  const isPublished = Object.hasOwn(catalog, place);
  if (!isPublished && isFile(place)) return readFeatures(place, given, terminal);
  for (const option of ["label", "name"] as const)
    check(
      given[option] === undefined,
      () =>
        `train: --${option} is for files of feature vectors, but --dataset is ${isPublished ? "" : "the folder "}${place}. Leave it out.`,
    );
  return isPublished ? readPublished(place, given, terminal) : readPictures(place, given, terminal);
}

async function readFeatures(
  file: string,
  { label, name, test }: Given,
  { signal }: Terminal,
): Promise<FeatureDataset> {
  const roles = { ...(label !== undefined && { label }), ...(name !== undefined && { name }) };
  const part = test === "classes" ? test : readShare(test, `, or "classes"`);
  const features = await loadFeatures(file, { ...roles, signal });
  return featureDataset(features, { test: part, name: nameOfFile(file), source: `file ${file}` });
}

async function readPictures(
  folder: string,
  { size = 32, test }: Given,
  { signal }: Terminal,
): Promise<Dataset> {
  check(
    folder.includes(path.sep) || folder.startsWith(".") || isFolder(folder),
    () =>
      `train: --dataset must be ${Object.keys(catalog).join(", ")}, a folder such as ./pictures or a file such as features.safetensors, got "${folder}".${didYouMean(folder, Object.keys(catalog))}`,
  );
  const share = readShare(test);
  return imageFolder(folder, {
    size,
    channels: size === 28 ? 1 : 3,
    signal,
    ...(share !== undefined && { test: share }),
  });
}

async function readPublished(name: string, { size, test }: Given, terminal: Terminal): Promise<Dataset> {
  check(
    test === undefined,
    () => `train: --test is for data of your own; ${name} has test images of its own. Leave it out.`,
  );
  const printer = eventPrinter(terminal);
  try {
    const isPhotographs = name === "cub200" || name === "cars196";
    return await loadDataset(name as DatasetName, {
      ...((isPhotographs || size !== undefined) && { size: size ?? 32 }),
      signal: terminal.signal,
      onProgress: (event) => {
        printer.print(event);
      },
    });
  } finally {
    printer.end();
  }
}

function readShare(word: string | undefined, others = ""): number | undefined {
  if (word === undefined) return undefined;
  const share = Number(word);
  if (word.trim() === "" || Number.isNaN(share))
    throw wrongValue("train: --test", `a number of at least 0 and less than 1${others}`, word);
  return share;
}
