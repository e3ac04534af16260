import { catalog, type DatasetName } from "./catalog";

/** One data set, and whether it is on this machine. */
export interface DatasetRow {
  name: DatasetName;
  title: string;
  available: boolean;
  /** Where its files are and where they came from; empty if it is not available. */
  folder: string;
  source: string;
  /** How to get it; empty if it is available. */
  fix: string;
}

/**
 * One row per known data set: whether it is available, and how to get it.
 *
 * @example
 * const known = datasets().map(({ name }) => name);
 * known; // → ["mnist", "fashion-mnist", "cifar10", "cub200", "cars196"]
 */
export function datasets(): DatasetRow[] {
  return (Object.keys(catalog) as DatasetName[]).map((name) => {
    const entry = catalog[name];
    const found = entry.place();
    return {
      name,
      title: entry.title,
      available: found !== undefined,
      folder: found?.folder ?? "",
      source: found?.source ?? "",
      fix: found === undefined ? entry.advice() : "",
    };
  });
}
