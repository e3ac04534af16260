import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { check, UserError } from "../core";
import type { FetchEvent } from "../io/download";
import type { CatalogEntry, FetchOptions } from "./files/catalogEntry";
import { fillCache, sourceNote } from "./files/fillCache";
import { knownFilePath, readKnownFile } from "./files/knownFile";
import { fetchAgain, fetchFolder, findDataset, type DatasetLocation } from "./files/datasetLocation";
import type { Recipe } from "./files/recipe";

/** A data set with known checksums. It is fetched when first used, and verified each time it is loaded. */
export function publishedDataset(recipe: Recipe): CatalogEntry {
  return {
    title: recipe.title,
    advice: () => `npx ssdml data fetch ${recipe.name}`,
    place: () => locate(recipe),
    fetch: (options) => fetchFiles(recipe, options),
    async load({ folder, size, onProgress, signal }) {
      check(
        size === undefined,
        () => `loadDataset: ${recipe.name} takes no size: all its images have the same size.`,
      );
      let place = locate(recipe, folder);
      if (place === undefined) {
        check(folder === undefined, () => incomplete(recipe, folder!));
        for await (const event of fillCache(recipe, fetchFolder(recipe.name), signal)) onProgress?.(event);
        place = locate(recipe);
      }
      if (place === undefined) throw new Error(`${recipe.title} disappeared while it was being fetched.`);
      const found = place;
      const files = new Map(recipe.files.map((file) => [file.name, file]));
      const content = await recipe.parse((name) => {
        signal?.throwIfAborted();
        return readKnownFile(found, files.get(name)!);
      });
      return { name: recipe.name, ...content, source: found.source };
    },
  };
}

/** The folder that holds all files, without reading them. */
function locate(recipe: Recipe, folder?: string): DatasetLocation | undefined {
  const place = findDataset(recipe, folder, (place) => missingFiles(recipe, place).length === 0);
  if (place !== undefined) return { ...place, source: noteOf(place.folder) ?? place.source };
  return folder === undefined ? recipe.comesWith?.() : undefined;
}

async function* fetchFiles(
  recipe: Recipe,
  { folder, signal }: FetchOptions,
): AsyncGenerator<FetchEvent, DatasetLocation> {
  const target = fetchFolder(recipe.name, folder);
  const here = folder === undefined || existsSync(folder) ? locate(recipe, folder) : undefined;
  if (here !== undefined && (await isWhole(recipe, here))) return here;
  yield* fillCache(recipe, target, signal);
  return { folder: target, source: noteOf(target) ?? "", repair: fetchAgain(recipe.name) };
}

async function isWhole(recipe: Recipe, place: DatasetLocation): Promise<boolean> {
  try {
    for (const file of recipe.files) await readKnownFile(place, file);
    return true;
  } catch (error) {
    if (error instanceof UserError) return false;
    throw error;
  }
}

function missingFiles({ files }: Recipe, folder: string): string[] {
  return files.filter((file) => knownFilePath(folder, file) === undefined).map(({ name }) => name);
}

/** The note that a fetch leaves about where the files came from. */
function noteOf(folder: string): string | undefined {
  const note = path.join(folder, sourceNote);
  return existsSync(note) ? readFileSync(note, "utf8").trim() : undefined;
}

function incomplete(recipe: Recipe, folder: string): string {
  const missing = missingFiles(recipe, folder);
  return (
    `loadDataset: folder ${folder} lacks ${missing.join(", ")} of ${recipe.title}. ` +
    `Put them there (from ${recipe.homepage}), or omit the folder option to fetch them.`
  );
}
