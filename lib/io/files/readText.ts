import { readFileSync } from "node:fs";
import { unreadable } from "./unreadable";

/** The text of a file. Throws a `UserError` that names the file if it cannot be read. */
export function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw unreadable(file, error);
  }
}
