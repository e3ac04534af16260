import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { root } from "./root";

/** An option as the code reads it. */
export interface OptionRow {
  name: string;
  /** Its valid values in words. */
  words: string;
  /** Its default as text; empty if there is none. */
  default: string;
}

/**
 * The options of every public function, by its name. They come from the schemas that the functions read them with: the test of misspelt
 * options calls each function once, and a preloaded file writes down the schemas.
 */
export function recordSchemas(): Map<string, OptionRow[]> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "ssdml-docs-"));
  try {
    const file = path.join(folder, "schemas.json");
    const { status, stdout } = spawnSync(
      process.execPath,
      [
        "--require",
        path.join(__dirname, "recordOptions.js"),
        path.join(root, "dist", "test", "package", "misspeltOptions.test.js"),
      ],
      { env: { ...process.env, SSDML_SCHEMAS: file }, encoding: "utf8" },
    );
    if (status !== 0) throw new Error(`docs: the test of misspelt options failed.\n${stdout}`);
    const recorded = JSON.parse(readFileSync(file, "utf8")) as Record<string, OptionRow[]>;
    // "Deep-APIT" is the class DeepAPIT.
    return new Map(Object.entries(recorded).map(([caller, rows]) => [caller.replace("-", ""), rows]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
