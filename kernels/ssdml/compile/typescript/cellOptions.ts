import path from "node:path";
import ts from "typescript";
import { broughtPaths } from "./broughtTypes";

/** Options of tslab's fork of TypeScript that mainline TypeScript does not have. */
const FORK_ONLY = new Set(["noImplicitUseStrict", "disableTopLevelAwait"]);

/** The compiler options for cells, based on those that tslab gives. */
export function cellOptions(given: ts.CompilerOptions, folder: string): ts.CompilerOptions {
  const known = Object.entries(given).filter(([name]) => !FORK_ONLY.has(name));
  return {
    ...Object.fromEntries(known),
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ES2024,
    lib: libraries(),
    experimentalDecorators: usesLegacyDecorators(folder),
    strict: true,
    checkJs: false,
    inlineSourceMap: true,
    rewriteRelativeImportExtensions: true,
    // Modules may be in folders above the notebook's.
    rootDir: path.parse(folder).root,
    paths: broughtPaths(folder),
  };
}

/** Whether the project uses the decorators that TypeScript had before they became a standard. */
function usesLegacyDecorators(folder: string): boolean {
  const file = ts.findConfigFile(folder, (name) => ts.sys.fileExists(name));
  const host = { ...ts.sys, readDirectory: () => [], onUnRecoverableConfigFileDiagnostic: () => undefined };
  const config = file === undefined ? undefined : ts.getParsedCommandLineOfConfigFile(file, {}, host);
  return config?.options.experimentalDecorators === true;
}

const has = (owner: object, name: string): boolean => name in owner;

/** Features newer than ECMAScript 2023: the file in which TypeScript declares them, and whether this Node has them. */
const NEWER: readonly (readonly [file: string, isSupported: boolean])[] = [
  ["es2024.string", has(String.prototype, "isWellFormed")],
  ["es2024.regexp", has(RegExp.prototype, "unicodeSets")],
  ["es2024.sharedmemory", has(Atomics, "waitAsync")],
  ["es2024.arraybuffer", has(ArrayBuffer.prototype, "transfer")],
  ["es2024.object", has(Object, "groupBy")],
  ["es2024.collection", has(Map, "groupBy")],
  ["es2024.promise", has(Promise, "withResolvers")],
  ["esnext.disposable", has(Symbol, "dispose")],
  ["esnext.array", has(Array, "fromAsync")],
  ["esnext.collection", has(Set.prototype, "union")],
  ["esnext.iterator", has(globalThis, "Iterator")],
  ["esnext.promise", has(Promise, "try")],
  ["esnext.float16", has(globalThis, "Float16Array")],
  ["esnext.error", has(Error, "isError")],
];

/** The declarations of the ECMAScript features that this Node has. */
function libraries(): string[] {
  const supported = NEWER.filter(([, isSupported]) => isSupported).map(([file]) => file);
  return ["es2023", ...supported].map((file) => `lib.${file}.d.ts`);
}
