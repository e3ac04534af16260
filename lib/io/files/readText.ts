import { readFileSync } from "node:fs";
import { UserError } from "../../core/errors";

/** The text of a file; one that cannot be read throws a `UserError` that names it. */
export function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new UserError(`cannot read ${file}: ${error instanceof Error ? error.message : String(error)}.`);
  }
}
