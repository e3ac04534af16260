import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { plural } from "../core";
import { readIndex, saveIndex, searchIndex, type SearchIndex } from "../search";
import type { EmbedSource } from "./embedSource";
import type { Terminal } from "./command";

/** An index with the classes of its rows, where they are known; null is unlabeled. */
export interface OpenIndex {
  index: SearchIndex;
  names: readonly string[];
  classes?: readonly (string | null)[] | undefined;
}

/** The index in a file if it is of this source as it is now; else one that is built and, where a file is named, saved. */
export async function openIndex(
  source: EmbedSource,
  file: string | undefined,
  terminal: Terminal,
): Promise<OpenIndex> {
  if (file !== undefined && existsSync(file)) {
    const { embeddings, names, about } = await readIndex("search: --index", file);
    if (about.key === source.key && names !== undefined) {
      const classes = about.classes === undefined ? undefined : (JSON.parse(about.classes) as string[]);
      return { index: searchIndex(embeddings, { names }), names, classes };
    }
    terminal.error(`${file} is of another model or other pictures and is built again.`);
  }
  const { embeddings, names, classes } = await source.embed(file === undefined ? undefined : `${file}.part`);
  if (file !== undefined) {
    const about = { key: source.key, ...(classes && { classes: JSON.stringify(classes) }) };
    await saveIndex({ embeddings, names }, file, about);
    await rm(`${file}.part`, { force: true });
    terminal.error(`${file}: an index of ${plural(names.length, "example")}.`);
  }
  return { index: searchIndex(embeddings, { names }), names, classes };
}
