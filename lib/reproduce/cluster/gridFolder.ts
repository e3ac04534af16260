import { randomUUID } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { readText, writeAtomically } from "../../io/files";
import type { Batch } from "./executor";

/** The file with the ids of a batch's cells, one per line: line i + 1 is the cell of job i. */
export const cellsFile = (batch: Pick<Batch, "folder">) => path.join(batch.folder, "cells.txt");

export const taskFile = (folder: string, id: string) => path.join(folder, "tasks", `${id}.json`);
export const rowFile = (folder: string, id: string) => path.join(folder, "rows", `${id}.json`);

/** The ids of the cells that have a row file, valid or not. One listing, which also makes a network file system look again. */
export function rowIds(folder: string): Set<string> {
  const rows = path.join(folder, "rows");
  if (!existsSync(rows)) return new Set();
  return new Set(readdirSync(rows).flatMap((name) => (name.endsWith(".json") ? [name.slice(0, -5)] : [])));
}

/** A new batch of a grid's folder. Nothing is written yet. */
export function newBatch(folder: string, executor: string, cells: readonly string[]): Batch {
  const name = `ssdml-${randomUUID().slice(0, 8)}`;
  return { name, folder: path.join(folder, executor, name), cells };
}

/** Writes the list of a batch before it is submitted, so that its jobs are found whatever happens to the submitter. */
export const saveBatch = (batch: Batch): Promise<void> =>
  writeAtomically(cellsFile(batch), [`${batch.cells.join("\n")}\n`]);

/** All batches of a grid's folder that an executor was given. */
export function savedBatches(folder: string, executor: string): Batch[] {
  const parent = path.join(folder, executor);
  if (!existsSync(parent)) return [];
  return readdirSync(parent)
    .map((name) => ({ name, folder: path.join(parent, name) }))
    .filter((batch) => existsSync(cellsFile(batch)))
    .map((batch) => ({ ...batch, cells: readText(cellsFile(batch)).split("\n").filter(Boolean) }));
}
