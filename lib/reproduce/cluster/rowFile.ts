import { existsSync } from "node:fs";
import { parseExactJson, readText, toExactJson, writeAtomically } from "../../io/files";
import { isCellRecord, type CellRecord } from "../cellRecord";

/** Writes the record of a cell, completely or not at all. Infinity stays Infinity. */
export async function writeRow(file: string, record: CellRecord): Promise<void> {
  await writeAtomically(file, [`${toExactJson(record)}\n`]);
}

/** The record of a cell in a row file. Undefined if there is no such file, or if it holds anything else. */
export function readRow(file: string, id: string): CellRecord | undefined {
  if (!existsSync(file)) return undefined;
  try {
    const record = parseExactJson(readText(file), file) as CellRecord;
    // As a line of results.jsonl, where numbers that are not finite are null.
    const isValid = isCellRecord(JSON.parse(JSON.stringify(record)));
    return isValid && record.id === id ? record : undefined;
  } catch {
    return undefined;
  }
}
