import path from "node:path";
import {
  about,
  abortSignal,
  argument,
  finiteNumber,
  functionValue,
  oneOf,
  optional,
  path as pathName,
  readOptions,
  seed as seedValue,
} from "../../core/options";
import type { Dataset, LabeledImages } from "../images/images";
import { printableDataset } from "../images/printable";
import { brokenText, checkClassesLeft, unseenText } from "./brokenPictures";
import type { Fit } from "./fitPicture";
import { folderFiles, type ClassFiles } from "./folderExamples";
import { isLabelsOption, type LabelsFile } from "./labelsFile";
import type { DecoderName } from "./pictureForm";
import { decoderName, pictureFit, pictureSize, pixelLimit } from "./pictureOptions";
import { type Example, readPictures, type ReadOptions } from "./readPictures";
import { setAside } from "./setAside";

export interface ImageFolderOptions extends ReadOptions {
  /** The share of each class's labeled pictures that becomes the test part if the folder has no train/ and test/. Default 0.2; 0 for none. */
  test?: number | undefined;
  /** Seed of the random choice of test pictures. Default 1. */
  seed?: number | undefined;
  /**
   * The text file in the folder that lists pictures with their classes, or { path, file, label } where its columns have other names than
   * `file` and `label`. By default labels.csv if the folder has one; false ignores it.
   */
  labels?: string | false | LabelsFile | undefined;
  /** How pictures of another shape fill `size`: "stretch" (default), "cover" (cut at the sides) or "contain" (with white borders). */
  fit?: Fit | undefined;
  /** "skip" (default) leaves out pictures that cannot be read and warns once; "error" stops at the first one. */
  broken?: "skip" | "error" | undefined;
  /** "auto" (default) decodes with sharp if it is installed; "sharp" and "built-in" insist on one. */
  decoder?: DecoderName | undefined;
}

export const imageFolderDefaults = Object.freeze({ test: 0.2, seed: 1 });

export const folderSchema = {
  test: about(
    "share of each class that becomes the test part if the folder has no train/ and test/",
    finiteNumber({ min: 0, below: 1, default: imageFolderDefaults.test }),
  ),
  seed: seedValue(),
  labels: about(
    "text file in the folder that lists pictures with their classes; default labels.csv if there is one",
    optional(
      argument<string | false | LabelsFile>(
        "the name of a file, { path, file, label } or false",
        isLabelsOption,
      ),
    ),
  ),
  size: pictureSize,
  fit: pictureFit,
  channels: about("3 for color (the default), 1 for gray", optional(oneOf([1, 3]))),
  maxPixels: pixelLimit,
  broken: about(
    "whether pictures that cannot be read are left out with a warning, or stop the work",
    oneOf(["skip", "error"], { default: "skip" }),
  ),
  decoder: decoderName,
  onProgress: about(
    "called now and then with the number of pictures read",
    optional(functionValue<NonNullable<ReadOptions["onProgress"]>>()),
  ),
  signal: optional(abortSignal),
};

/**
 * Reads your own pictures (PNG, JPEG; WebP and GIF with sharp) from a folder with one folder per class, or with folders train and test of
 * that kind, or from any folder with a labels.csv that lists them (columns `file` and `label`). Without train and test, a random `test` share
 * of each class is set aside. Unlabeled (−1) are the pictures in a folder `unlabeled` and those without a label in labels.csv. JPEGs are turned
 * as their EXIF orientation says.
 *
 * @example const flowers = () => imageFolder("flowers", { size: 64 }); // a folder of pictures per class: flowers/rose, flowers/tulip
 * @example const birds = () => imageFolder("birds", { size: 224, fit: "cover", labels: "labels.csv" }); // ten labels per class in a file
 */
export async function imageFolder(folder: string, options: ImageFolderOptions = {}): Promise<Dataset> {
  const { test, seed, labels, broken, ...reading } = readOptions("imageFolder", options, folderSchema);
  pathName.read(folder, "imageFolder: path");

  const found = await folderFiles(folder, { labels, signal: reading.signal });
  const parts = found.test ? { train: found.train, test: found.test } : setAside(found.train, test, seed);
  const classNames = [...new Set([...parts.train.labeled.keys(), ...parts.test.labeled.keys()])].sort();
  const trainExamples = examplesOf(parts.train, classNames);

  // Read as one, so that both parts have the same shape.
  const all = [...trainExamples, ...examplesOf(parts.test, classNames)];
  const { read, skipped, ...images } = await readPictures("imageFolder", all, {
    ...reading,
    isFatal: broken === "error",
  });
  const isForTraining = new Set(trainExamples);
  const trainCount = read.filter((example) => isForTraining.has(example)).length;
  checkClassesLeft(trainExamples, read.slice(0, trainCount), classNames, skipped);
  const warnings = [
    skipped.length > 0 ? brokenText(skipped, all.length) : undefined,
    unseenText(parts.train.labeled, parts.test.labeled),
  ];
  for (const warning of warnings) if (warning !== undefined) console.warn(warning);
  const nameOf = ({ file }: Example) => path.relative(folder, file).split(path.sep).join("/");
  const part = (first: number, end: number) => ({
    ...slice(images, first, end),
    files: read.slice(first, end).map(nameOf),
  });
  const [, ...imageShape] = images.images.shape;
  return printableDataset({
    name: path.basename(path.resolve(folder)),
    train: part(0, trainCount),
    test: part(trainCount, read.length),
    classNames,
    imageShape,
    source: `folder ${path.resolve(folder)}`,
    skipped,
  });
}

/** The pictures class by class, then the unlabeled ones. */
function examplesOf({ labeled, unlabeled }: ClassFiles, classNames: readonly string[]): Example[] {
  const known = classNames.flatMap((name, label) =>
    (labeled.get(name) ?? []).map((file) => ({ file, label })),
  );
  return [...known, ...unlabeled.map((file) => ({ file, label: -1 }))];
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
