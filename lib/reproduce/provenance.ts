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
    ...sources(),
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
  };
}

/** The version of ssdml and, in a clone, the commit. */
export function sources(): Pick<Provenance, "ssdml" | "commit"> {
  const manifest = readFileSync(path.join(packageFolder, "package.json"), "utf8");
  return { ssdml: (JSON.parse(manifest) as { version: string }).version, commit: commit() };
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
