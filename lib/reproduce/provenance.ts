import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Engine } from "../engine";
import type { Provenance } from "./cellRecord";

// Compiled files are three folders deep: dist/lib/reproduce.
const packageFolder = path.join(__dirname, "..", "..", "..");

/** The engine, the versions and, in a clone, the commit. */
export function provenance({ name, version, device }: Engine, threads: number | null): Provenance {
  return {
    engine: { name, version, device },
    threads,
    ...ownVersion(),
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
  };
}

let known: Pick<Provenance, "ssdml" | "commit"> | undefined;

/** The version of this package and, in a clone, its commit. Asks git only once. */
export function ownVersion(): Pick<Provenance, "ssdml" | "commit"> {
  const manifest = path.join(packageFolder, "package.json");
  known ??= {
    ssdml: (JSON.parse(readFileSync(manifest, "utf8")) as { version: string }).version,
    commit: commit(),
  };
  return known;
}

/** Only if the package itself is a clone: an installed package may be inside another repository. */
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
