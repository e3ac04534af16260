import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { check, UserError } from "../core/errors";
import type { FetchEvent } from "../io/download/events";
import type { CatalogEntry, FetchOptions } from "./files/catalogEntry";
import { fillCache, sourceNote } from "./files/fillCache";
import { knownFilePath, readKnownFile } from "./files/knownFile";
import { deleteIt, fetchFolder, findPlace, type Place } from "./files/places";
import type { Recipe } from "./files/recipe";

/** A data set whose files are known to the byte: fetched when it is first used, and checked each time. */
export function publishedDataset(recipe: Recipe): CatalogEntry {
  return {
    title: recipe.title,
    advice: () => `npx ssdml data fetch ${recipe.name}`,
    place: () => locate(recipe),
    fetch: (options) => fetchFiles(recipe, options),
    async load({ folder, size, onProgress, signal }) {
      check(
        size === undefined,
        () => `loadDataset: ${recipe.name} takes no size: all its pictures have the same.`,
      );
      let place = locate(recipe, folder);
      if (place === undefined) {
        check(folder === undefined, () => incomplete(recipe, folder!));
        for await (const event of fillCache(recipe, fetchFolder(recipe.name), signal)) onProgress?.(event);
        place = locate(recipe);
      }
      if (place === undefined) throw new Error(`${recipe.title} vanished while it was put in place.`);
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

/** Where all files are, without a look into them. */
function locate(recipe: Recipe, folder?: string): Place | undefined {
  const place = findPlace(recipe, folder, (place) => missingFiles(recipe, place).length === 0);
  if (place !== undefined) return { ...place, source: noteOf(place.folder) ?? place.source };
  return folder === undefined ? recipe.comesWith?.() : undefined;
}

async function* fetchFiles(
  recipe: Recipe,
  { folder, signal }: FetchOptions,
): AsyncGenerator<FetchEvent, Place> {
  const target = fetchFolder(recipe.name, folder);
  const here = folder === undefined || existsSync(folder) ? locate(recipe, folder) : undefined;
  if (here !== undefined && (await isWhole(recipe, here))) return here;
  yield* fillCache(recipe, target, signal);
  return { folder: target, source: noteOf(target) ?? "", repair: deleteIt };
}

async function isWhole(recipe: Recipe, place: Place): Promise<boolean> {
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

/** What the fetch has noted about where the files came from. */
function noteOf(folder: string): string | undefined {
  const note = path.join(folder, sourceNote);
  return existsSync(note) ? readFileSync(note, "utf8").trim() : undefined;
}

function incomplete(recipe: Recipe, folder: string): string {
  const missing = missingFiles(recipe, folder);
  return (
    `loadDataset: folder ${folder} lacks ${missing.join(", ")} of ${recipe.title}. ` +
    `Put them there (from ${recipe.homepage}), or leave the folder option out to have them fetched.`
  );
}
