import path from "node:path";
import { broughtTo, OWN_NAME, readManifest, type BroughtPackage } from "./broughtPackages";

/** The files of a package whose `exports` give them names of their own, such as `mathjs/number`. */
function exportedPaths({ name, folder }: BroughtPackage): [string, string[]][] {
  const { exports = {} } = readManifest(path.join(folder, "package.json"));
  return Object.entries(exports).flatMap(([key, target]) => {
    const types = (target as { types?: unknown } | null)?.types;
    const isNamed = key.startsWith("./") && typeof types === "string";
    return isNamed ? [[path.posix.join(name, key), [path.join(folder, types)]] as [string, string[]]] : [];
  });
}

/** TypeScript's option `paths` for a folder's cells: where the types of the packages are that the kernel brings to them. */
export function broughtPaths(folder: string): Record<string, string[]> {
  return Object.fromEntries(
    broughtTo(path.join(folder, "notebook.ts")).flatMap((brought) => {
      const { name, folder } = brought;
      if (name === OWN_NAME) return [[name, [path.join(folder, "dist", "lib", "index.d.ts")]]];
      return [[name, [folder]], [`${name}/*`, [path.join(folder, "*")]], ...exportedPaths(brought)];
    }),
  );
}
