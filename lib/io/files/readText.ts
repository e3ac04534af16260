import { readFileSync } from "node:fs";
import { UserError } from "../../core";

/** The text of a file. Throws a `UserError` that names the file if it cannot be read. */
export function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new UserError(`cannot read ${file}: ${error instanceof Error ? error.message : String(error)}.`);
  }
}
