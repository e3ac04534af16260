import { check } from "../common/errors";
import type { FetchEvent } from "../common/fetch/events";
import { catalog, type DatasetName } from "./catalog";
import type { CatalogEntry, FetchOptions, LoadOptions } from "./catalogEntry";
import type { Place } from "./files/places";
import type { Dataset } from "./images";

/**
 * Loads a data set by name. What is not on this machine yet is fetched, checked against its published form and kept.
 *
 * @example const { train, test } = await loadDataset("mnist");
 */
export async function loadDataset(name: DatasetName, options: LoadOptions = {}): Promise<Dataset> {
  return entry("loadDataset", name).load(options);
}

/**
 * Puts a data set's files into the user folder (or `folder`) and tells where they are; whole ones stay as they are.
 *
 * @example for await (const event of fetchDataset("cifar10")) console.log(event);
 */
export function fetchDataset(
  name: DatasetName,
  options: FetchOptions = {},
): AsyncGenerator<FetchEvent, Place> {
  return entry("fetchDataset", name).fetch(options);
}

function entry(caller: string, name: DatasetName): CatalogEntry {
  check(
    Object.hasOwn(catalog, name),
    () => `${caller}: name must be one of ${Object.keys(catalog).join(", ")}; got ${JSON.stringify(name)}.`,
  );
  return catalog[name];
}
