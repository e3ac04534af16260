import { check } from "../core";
import type { CatalogEntry } from "./files/catalogEntry";
import { fillCache } from "./files/fillCache";
import { readKnownFile } from "./files/knownFile";
import { fetchFolder } from "./files/datasetLocation";
import { fetchFiles, locate, missingFiles } from "./files/publishedFiles";
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

function incomplete(recipe: Recipe, folder: string): string {
  const missing = missingFiles(recipe, folder);
  return (
    `loadDataset: folder ${folder} lacks ${missing.join(", ")} of ${recipe.title}. ` +
    `Put them there (from ${recipe.homepage}), or omit the folder option to fetch them.`
  );
}
