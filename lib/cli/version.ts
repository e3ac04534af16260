import { readFileSync } from "node:fs";
import path from "node:path";

/** The version of this package. */
export function version(): string {
  // Compiled files lie three folders deep: dist/lib/cli.
  const file = path.join(__dirname, "..", "..", "..", "package.json");
  return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
}
