import path from "node:path";
import { ssdmlHome } from "../../../../lib/io";
import { requireFrom } from "../../realm/realm";
import { loadWithCodeCache } from "./codeCache";

const cacheFile = path.join(
  ssdmlHome(),
  "compiled",
  `typescript-node-${process.versions.node}-${process.arch}`,
);

/** TypeScript, loaded from the code cache before anything requires it: V8 need not compile 9 MB of JavaScript at every start. */
export const quickTypescript = loadWithCodeCache(requireFrom(__filename).resolve("typescript"), cacheFile);
