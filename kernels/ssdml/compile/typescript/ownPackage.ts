import { createRequire } from "node:module";
import path from "node:path";

/** The library that contains this kernel. */
export const OWN_NAME = "ssdml";
const ROOT = path.join(__dirname, "..", "..", "..", "..", "..");

export interface OwnPackage {
  main: string;
  types: string;
}

/** The location of the kernel's own library, if Node cannot find the library from the notebook's folder. */
export function ownPackage(folder: string): OwnPackage | undefined {
  try {
    createRequire(path.join(folder, "notebook.js")).resolve(OWN_NAME);
    return undefined;
  } catch {
    const library = path.join(ROOT, "dist", "lib");
    return { main: path.join(library, "index.js"), types: path.join(library, "index.d.ts") };
  }
}
