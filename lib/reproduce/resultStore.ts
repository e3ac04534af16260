import {
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeSync,
} from "node:fs";
import path from "node:path";
import { UserError } from "../core";
import { parseJson, readText } from "../io/files";
import { isCellRecord, type CellRecord, type FinishedCell } from "./cellRecord";

/** The JSON-lines store in a folder. */
export const storeFile = (folder: string) => path.join(folder, "results.jsonl");

/** The readable lines of a store, and the numbers of the unreadable ones. */
export interface StoreContent {
  records: CellRecord[];
  /** Counted from 1. Includes a line that was cut off when its process was killed. */
  unreadable: number[];
}

/** Reads a JSON-lines store. A missing file is an empty store. */
export function readStore(file: string): StoreContent {
  const content: StoreContent = { records: [], unreadable: [] };
  if (!existsSync(file)) return content;
  readText(file)
    .split("\n")
    .forEach((line, i) => {
      if (line.trim() === "") return;
      const record = parse(line);
      if (record) content.records.push(record);
      else content.unreadable.push(i + 1);
    });
  return content;
}

/**
 * Appends a line and waits until it is on disk. An incomplete last line, left by a killed process, is removed first. At worst the line
 * being written is lost, never an earlier or later one.
 */
export function appendRecord(file: string, record: CellRecord): void {
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    const before = existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
    const descriptor = openSync(file, "a");
    try {
      const whole = before.lastIndexOf("\n") + 1;
      const rest = before.subarray(whole).toString();
      const isWhole = rest !== "" && parse(rest) !== undefined;
      if (rest !== "" && !isWhole) ftruncateSync(descriptor, whole);
      writeSync(descriptor, `${isWhole ? "\n" : ""}${JSON.stringify(record)}\n`);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    throw new UserError(
      `cannot write ${file}: ${error instanceof Error ? error.message : String(error)}. Free space or choose another folder with --out.`,
    );
  }
}

/** The finished cells by id. The first record of a cell counts. */
export function finishedCells(records: readonly CellRecord[]): Map<string, FinishedCell> {
  const finished = new Map<string, FinishedCell>();
  for (const record of records) {
    if (record.status === "finished" && !finished.has(record.id)) finished.set(record.id, record);
  }
  return finished;
}

function parse(line: string): CellRecord | undefined {
  try {
    const record = parseJson(line, "a line");
    return isCellRecord(record) ? record : undefined;
  } catch {
    return undefined;
  }
}
