import Module from "node:module";
import path from "node:path";
import type { Converter } from "tslab/dist/converter";
import { requireFrom } from "../realm/realm";
import { typescriptForTslab, type CompilerHooks } from "./typescript";

/** Loads tslab's converter so that the TypeScript it requires is ours. */
export function loadTslabConverter(hooks: CompilerHooks): () => Converter {
  const fromTslab = requireFrom(requireFrom(__filename).resolve("tslab/package.json"));
  const typescriptId = fromTslab.resolve("@tslab/typescript-for-tslab");
  const converterId = fromTslab.resolve("./dist/converter.js");
  const replacement = new Module(typescriptId);
  replacement.exports = typescriptForTslab(hooks);
  replacement.loaded = true;
  fromTslab.cache[typescriptId] = replacement;
  for (const id of Object.keys(fromTslab.cache)) {
    if (id.startsWith(path.dirname(converterId))) Reflect.deleteProperty(fromTslab.cache, id);
  }
  const tslab = fromTslab(converterId) as typeof import("tslab/dist/converter");
  return () => tslab.createConverter({ isJS: false, isBrowser: false });
}
