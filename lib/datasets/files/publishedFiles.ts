import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { UserError } from "../../core";
import type { FetchEvent } from "../../io/download";
import type { FetchOptions } from "./catalogEntry";
import { fillCache, sourceNote } from "./fillCache";
import { knownFilePath, readKnownFile } from "./knownFile";
import { fetchAgain, fetchFolder, findDataset, type DatasetLocation } from "./datasetLocation";
import type { PublishedFiles } from "./recipe";

/** The folder that holds all files, without reading them. */
export function locate(recipe: PublishedFiles, folder?: string): DatasetLocation | undefined {
  const place = findDataset(recipe, folder, (place) => missingFiles(recipe, place).length === 0);
  if (place !== undefined) return { ...place, source: noteOf(place.folder) ?? place.source };
  return folder === undefined ? recipe.comesWith?.() : undefined;
}

/** Fetches what is not there and intact yet. */
export async function* fetchFiles(
  recipe: PublishedFiles,
  { folder, signal }: FetchOptions,
): AsyncGenerator<FetchEvent, DatasetLocation> {
  const target = fetchFolder(recipe.name, folder);
  const here = folder === undefined || existsSync(folder) ? locate(recipe, folder) : undefined;
  if (here !== undefined && (await isWhole(recipe, here))) return here;
  yield* fillCache(recipe, target, signal);
  return { folder: target, source: noteOf(target) ?? "", repair: fetchAgain(recipe.name) };
}

async function isWhole(recipe: PublishedFiles, place: DatasetLocation): Promise<boolean> {
  try {
    for (const file of recipe.files) await readKnownFile(place, file);
    return true;
  } catch (error) {
    if (error instanceof UserError) return false;
    throw error;
  }
}

/** The names of the files that a folder lacks. */
export function missingFiles({ files }: PublishedFiles, folder: string): string[] {
  return files.filter((file) => knownFilePath(folder, file) === undefined).map(({ name }) => name);
}

/** The note that a fetch leaves about where the files came from. */
function noteOf(folder: string): string | undefined {
  const note = path.join(folder, sourceNote);
  return existsSync(note) ? readFileSync(note, "utf8").trim() : undefined;
}
