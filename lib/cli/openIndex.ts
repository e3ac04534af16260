import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { check, plural } from "../core";
import { either, isNull, isText, listOf, parseAnyJson } from "../io/files";
import { readIndex, saveIndex, searchIndex, type SearchIndex } from "../search";
import type { EmbedSource } from "./embedSource";
import type { Terminal } from "./command";

/** An index with the classes of its rows, where they are known; null is unlabeled. */
export interface OpenIndex {
  index: SearchIndex;
  names: readonly string[];
  classes?: readonly (string | null)[] | undefined;
}

const isClasses = listOf(either(isText, isNull));

function classesOf(text: string | undefined, file: string): (string | null)[] | undefined {
  if (text === undefined) return undefined;
  const classes = parseAnyJson(text, `the classes in ${file}`, "Choose another file for --index.");
  check(
    isClasses(classes),
    () => `${file} is damaged: its classes are not texts. Choose another file for --index.`,
  );
  return classes as (string | null)[];
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
      return { index: searchIndex(embeddings, { names }), names, classes: classesOf(about.classes, file) };
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
