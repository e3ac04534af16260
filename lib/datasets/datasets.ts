import { catalog, type DatasetName } from "./catalog";

/** What is known of one data set on this machine. */
export interface DatasetRow {
  name: DatasetName;
  title: string;
  available: boolean;
  /** Where its files are and came from; empty where they are not here. */
  folder: string;
  source: string;
  /** How to get it; empty where it is here. */
  fix: string;
}

/** One row for each data set that is known by name: here or not, and how to get it. */
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
