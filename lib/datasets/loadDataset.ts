import { check } from "../core";
import {
  about,
  abortSignal,
  describeValue,
  functionValue,
  oneOf,
  optional,
  path,
  readOptions,
} from "../core/options";
import type { FetchEvent } from "../io/download";
import { catalog, type DatasetName } from "./catalog";
import type { CatalogEntry, FetchOptions, LoadOptions } from "./files/catalogEntry";
import { pictureSize, pixelLimit } from "./pictures/pictureOptions";
import type { DatasetLocation } from "./files/datasetLocation";
import type { Dataset } from "./images/images";
import { printableDataset } from "./images/printable";

export const fetchSchema = {
  folder: about("folder of the files; by default the user folder", optional(path)),
  signal: optional(abortSignal),
};

export const loadSchema = {
  ...fetchSchema,
  size: pictureSize,
  maxPixels: pixelLimit,
  onProgress: about(
    "called with every step and download",
    optional(functionValue<(event: FetchEvent) => void>()),
  ),
};

/**
 * Loads a data set by name. If it is not on this machine yet, it is fetched, verified against its published form, and kept.
 *
 * @example
 * const { train, test } = await loadDataset("mnist");
 * test.images.shape; // → [10000, 28, 28, 1]
 * test.labels.length; // → 10000
 */
export async function loadDataset(name: DatasetName, options: LoadOptions = {}): Promise<Dataset> {
  return printableDataset(
    await entry("loadDataset", name).load(readOptions("loadDataset", options, loadSchema)),
  );
}

/**
 * Fetches a data set's files into the user folder (or `folder`) and returns their location. Does nothing if they are there and intact.
 *
 * @example for await (const event of fetchDataset("mnist")) console.log(event.kind); // only what is not there yet is downloaded
 */
export async function* fetchDataset(
  name: DatasetName,
  options: FetchOptions = {},
): AsyncGenerator<FetchEvent, DatasetLocation> {
  return yield* entry("fetchDataset", name).fetch(readOptions("fetchDataset", options, fetchSchema));
}

function entry(caller: string, name: DatasetName): CatalogEntry {
  check(
    typeof name !== "string" || !/[./\\]/.test(name),
    () =>
      `${caller}: name must be one of ${Object.keys(catalog).join(", ")}, got ${describeValue(name)}. Pictures of your own are read by imageFolder.`,
  );
  return catalog[oneOf(Object.keys(catalog) as DatasetName[]).read(name, `${caller}: name`)];
}
