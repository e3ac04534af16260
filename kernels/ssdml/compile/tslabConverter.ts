import Module from "node:module";
import path from "node:path";
import type { Converter } from "tslab/dist/converter";
import ts from "typescript";
import { requireFrom } from "../realm/realm";
import { proposedEntries } from "./language/proposedEntries";
import { quickInfo } from "./language/quickInfo";
import { localModulesOf } from "./localModules";
import { internals, isCell } from "./typescript/internals";

function typeRoots(directory: string): string[] {
  const here = path.posix.join(directory, "node_modules/@types");
  const parent = path.dirname(directory);
  return parent === directory ? [here] : [here, ...typeRoots(parent)];
}

const NO_CHECK = /^export \{\};\n\s*\/\/\s*@ts-nocheck\b/;
/** "Could not find a declaration file for module": a package without types has the type `any`. */
const UNTYPED_PACKAGE = 7016;

/** The diagnostics of cells and of the local modules that they import. */
function diagnosticsOf(program: ts.Program, cells: readonly ts.SourceFile[]): readonly ts.Diagnostic[] {
  const found: ts.Diagnostic[] = [...program.getOptionsDiagnostics(), ...program.getGlobalDiagnostics()];
  for (const file of cells.flatMap((cell) => [cell, ...localModulesOf(program, cell)])) {
    found.push(...program.getSyntacticDiagnostics(file));
    // TypeScript looks for this comment at the start of the file, but there the kernel has put a line of its own.
    if (isCell(file) && NO_CHECK.test(file.text)) continue;
    found.push(...program.getSemanticDiagnostics(file).filter(({ code }) => code !== UNTYPED_PACKAGE));
    // Only the declarations of cells are kept; the types of a module come from its text.
    if (isCell(file)) found.push(...program.getDeclarationDiagnostics(file));
  }
  return ts.sortAndDeduplicateDiagnostics(found);
}

/** How the kernel observes and changes a compilation. */
export interface CompilerHooks {
  createWatchCompilerHost: typeof ts.createWatchCompilerHost;
  transpileModule: typeof ts.transpileModule;
  onDiagnostics(diagnostics: readonly ts.Diagnostic[]): void;
  watchFile: ts.System["watchFile"];
}

/** Mainline TypeScript with the few functions that tslab's fork of TypeScript adds. */
function typescriptForTslab(hooks: CompilerHooks): object {
  const noWatcher = { close: () => undefined };
  return {
    ...ts,
    sys: { ...ts.sys, watchFile: hooks.watchFile, watchDirectory: () => noWatcher },
    createWatchCompilerHost: hooks.createWatchCompilerHost,
    transpileModule: hooks.transpileModule,
    getNullTransformationContext: () => internals.nullTransformationContext,
    getDefaultTypeRoots: typeRoots,
    getPreEmitDiagnosticsOfFiles: (program: ts.Program, files: readonly ts.SourceFile[]) => {
      const diagnostics = diagnosticsOf(program, files);
      hooks.onDiagnostics(diagnostics);
      return diagnostics;
    },
    getQuickInfoAtPosition: quickInfo,
    Completions: { ...internals.Completions, getCompletionsAtPositionForTslab: proposedEntries },
  };
}

/** Loads tslab's converter with our TypeScript in place of its fork. */
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
