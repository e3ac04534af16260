import path from "node:path";
import { ssdmlHome } from "../../../../lib/io/home";
import { requireFrom } from "../../realm/realm";
import { loadWithCodeCache } from "./codeCache";

const cacheFile = path.join(
  ssdmlHome(),
  "compiled",
  `typescript-node-${process.versions.node}-${process.arch}`,
);

/** TypeScript, loaded before anything requires it: 9 MB of JavaScript that V8 need not compile at every start. */
export const quickTypescript = loadWithCodeCache(requireFrom(__filename).resolve("typescript"), cacheFile);
