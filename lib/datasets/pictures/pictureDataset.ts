import { existsSync } from "node:fs";
import path from "node:path";
import { check, plural } from "../../core";
import { step } from "../../io/download";
import type { CatalogEntry } from "../files/catalogEntry";
import { cacheFolder, findDataset, type DatasetLocation } from "../files/datasetLocation";
import { type Example, readPictures } from "./readPictures";

/** How a published folder of pictures is recognized and read. */
export interface PictureRecipe {
  name: string;
  title: string;
  /** What to download, and from where. */
  download: string;
  /** The folder that the authors' archive unpacks to. */
  officialFolder: string;
  /** A file that only this data set has. */
  knownBy: string;
  list(folder: string): Promise<PictureList>;
}

export interface PictureList {
  classNames: string[];
  examples: Example[];
}

/** The input size of GoogLeNet. */
const defaultSize = 224;

/**
 * A data set of photographs that the user downloads. As in the paper, the first half of the classes is for
 * training and the second half, which training never sees, for testing.
 */
export function pictureDataset(recipe: PictureRecipe): CatalogEntry {
  const { name, title, officialFolder, knownBy } = recipe;
  const place = (folder?: string) =>
    findDataset({ name, officialFolder }, folder, (candidate) => existsSync(path.join(candidate, knownBy)));
  const advice = () => `download ${recipe.download}, and unpack into ${cacheFolder(name)}`;
  const required = (folder?: string): DatasetLocation => {
    const found = place(folder);
    check(
      found !== undefined,
      () =>
        `${title} is not ${folder === undefined ? "on this machine" : `in ${folder}`} (no ${knownBy}). It must be ` +
        `downloaded manually: ${advice()}, or name another folder with the folder option or SSDML_DATA.`,
    );
    return found;
  };
  return {
    title,
    advice,
    place,
    async *fetch({ folder }) {
      const found = required(folder);
      const { classNames, examples } = await recipe.list(found.folder);
      yield step(
        `${title} lists ${plural(examples.length, "picture")} of ${plural(classNames.length, "class", "classes")}.`,
      );
      return found;
    },
    async load({ folder, size = defaultSize, maxPixels, onProgress, signal }) {
      const found = required(folder);
      const { classNames, examples } = await recipe.list(found.folder);
      const read = async (part: Example[]) => {
        // The decoders of this library give the same pixels on every machine.
        const options = { size, channels: 3, decoder: "built-in", maxPixels, onProgress, signal } as const;
        const { images, labels } = await readPictures("loadDataset", part, options);
        return { images, labels };
      };
      const half = classNames.length / 2;
      const train = await read(examples.filter(({ label }) => label < half));
      const test = await read(examples.filter(({ label }) => label >= half));
      const [, ...imageShape] = train.images.shape;
      return { name, train, test, classNames, imageShape, source: found.source };
    },
  };
}
