import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Engine } from "../engine";
import type { Provenance } from "./cellRecord";

// Compiled files lie three folders deep: dist/lib/reproduce.
const packageFolder = path.join(__dirname, "..", "..", "..");

/** What computes here: engine, versions and, in a clone, the commit. */
export function provenance({ name, version, device }: Engine, threads: number | null): Provenance {
  const manifest = readFileSync(path.join(packageFolder, "package.json"), "utf8");
  return {
    engine: { name, version, device },
    threads,
    ssdml: (JSON.parse(manifest) as { version: string }).version,
    commit: commit(),
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
  };
}

/** Asked only where the package itself is a clone: an installed one may lie within somebody else's. */
function commit(): string | null {
  if (!existsSync(path.join(packageFolder, ".git"))) return null;
  try {
    const words = ["describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"];
    return execFileSync("git", words, {
      cwd: packageFolder,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  } catch {
    return null;
  }
}
