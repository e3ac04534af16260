import fs from "node:fs/promises";
import path from "node:path";
import { UserError } from "../../core";
import {
  checkDiskSpace,
  DownloadError,
  explainFileError,
  step,
  takeLock,
  type FetchEvent,
} from "../../io/download";
import { makeFolder } from "../../io/files";
import { ssdmlHome } from "../../io";
import { faultOf } from "./knownFile";
import type { PublishedFiles, Source } from "./recipe";

/** A file next to the others that says where they came from. */
export const sourceNote = "source.txt";

/**
 * Fetches published files into `folder` from the first source that delivers all of them as published. They are collected
 * in a temporary folder next to it and moved when all are correct, so that files with final names are always complete.
 */
export async function* fillCache(
  recipe: PublishedFiles,
  folder: string,
  signal?: AbortSignal,
): AsyncGenerator<FetchEvent, void> {
  const parent = path.dirname(folder);
  const staging = path.join(parent, `.staging-${recipe.name}`);
  const downloads = path.join(ssdmlHome(), "downloads", recipe.name);
  try {
    makeFolder(parent);
    makeFolder(downloads);
    const release = await takeLock(path.join(parent, `.${recipe.name}.lock`), `fetch of ${recipe.title}`);
    try {
      const source = yield* firstThatDelivers(recipe, staging, downloads, signal);
      await fs.writeFile(path.join(staging, sourceNote), `${source}\n`);
      makeFolder(folder);
      for (const name of await fs.readdir(staging)) {
        await fs.rename(path.join(staging, name), path.join(folder, name));
      }
      await fs.rm(downloads, { recursive: true });
    } finally {
      await fs.rm(staging, { recursive: true, force: true }).finally(release);
    }
  } catch (error) {
    throw explainFileError(error, parent);
  }
}

async function* firstThatDelivers(
  recipe: PublishedFiles,
  staging: string,
  downloads: string,
  signal?: AbortSignal,
): AsyncGenerator<FetchEvent, string> {
  const failures: string[] = [];
  for (const source of recipe.sources) {
    yield step(`Asking ${source.name} for ${recipe.title}.`);
    try {
      await fs.rm(staging, { recursive: true, force: true });
      await fs.mkdir(staging);
      yield* collect(recipe, source, staging, downloads, signal);
      return source.name;
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof UserError)) throw error;
      const reason = error instanceof DownloadError ? error.reason : error.message.replace(/\.$/, "");
      failures.push(`${source.name}: ${reason}`);
      yield step(`  no: ${reason}.`);
    }
  }
  throw new UserError(
    `${recipe.title} could not be fetched (${failures.join("; ")}). ` +
      `Check the network and try again, or put its files (${recipe.files.map(({ name }) => name).join(", ")}; ` +
      `from ${recipe.homepage}) into a folder and name it ${recipe.howToName ?? "with the folder option or SSDML_DATA"}.`,
  );
}

/** Writes the files of one source, each verified against what was published. */
async function* collect(
  { files, title }: PublishedFiles,
  source: Source,
  staging: string,
  downloads: string,
  signal?: AbortSignal,
): AsyncGenerator<FetchEvent, void> {
  const size = files.reduce((sum, file) => sum + file.size, 0);
  await checkDiskSpace(staging, size + source.downloadSize);
  const missing = new Map(files.map((file) => [file.name, file]));
  for await (const event of source.bring(downloads, signal)) {
    signal?.throwIfAborted();
    if (event.kind !== "file") {
      yield event;
      continue;
    }
    const known = missing.get(event.name);
    if (known === undefined) continue;
    const fault = faultOf(event.content, known);
    if (fault !== undefined) throw new UserError(`its ${event.name} is not the published one: ${fault}.`);
    await fs.writeFile(path.join(staging, event.name), event.content, { signal });
    missing.delete(event.name);
  }
  if (missing.size > 0) throw new UserError(`it lacks ${[...missing.keys()].join(", ")} of ${title}.`);
}
