import ts from "typescript";
import { isOfPackage } from "./typescript/cellProgram";
import { guardAwaits } from "./transform/guardAwaits";
import { awaitsAtTopLevel, isImportMeta } from "./transform/rewriteCell";
import { takeInlineMap, type Compiled } from "./typescript/sourceMaps";
import { supportMember } from "./transform/runtimeCalls";
import type { InternalProgram, InternalSourceFile } from "./typescript/internals";

/** A module beside the notebook, compiled to CommonJS. */
export interface LocalModule {
  file: string;
  compiled: Compiled;
  /** What it imports, as it stands in its text. */
  imports: string[];
  /** Whether it awaits at its top: then it must be run before those who require it. */
  awaits: boolean;
}

/** Node knows CommonJS by itself. */
const SOURCE = /(?<!\.d)\.(ts|tsx|mts|cts|js|jsx|mjs)$/;

/** The modules that a file imports, directly or not, without those of packages. */
export function localModulesOf(program: ts.Program, root: ts.SourceFile): ts.SourceFile[] {
  const internal = program as InternalProgram;
  const found = new Set<ts.SourceFile>([root]);
  for (const file of found) {
    for (const specifier of (file as InternalSourceFile).imports ?? []) {
      const { resolvedModule } = internal.getResolvedModuleFromModuleSpecifier(specifier, file) ?? {};
      const imported = resolvedModule && program.getSourceFile(resolvedModule.resolvedFileName);
      if (imported && !isOfPackage(imported) && SOURCE.test(imported.fileName)) found.add(imported);
    }
  }
  found.delete(root);
  return [...found];
}

/** Compiles local modules when they are new or were edited. */
export class LocalModules {
  private readonly compiled = new Map<string, ts.SourceFile>();

  compile(program: ts.Program, cell: ts.SourceFile): LocalModule[] {
    const options = { ...program.getCompilerOptions(), module: ts.ModuleKind.CommonJS };
    return localModulesOf(program, cell)
      .filter((file) => this.compiled.get(file.fileName) !== file)
      .map((file) => {
        this.compiled.set(file.fileName, file);
        return compileModule(file, options);
      });
  }
}

function compileModule(
  { fileName: file, text }: ts.SourceFile,
  compilerOptions: ts.CompilerOptions,
): LocalModule {
  const { outputText } = ts.transpileModule(text, {
    // TypeScript leaves .mts what they are: modules of ECMAScript.
    fileName: file.replace(/\.[cm](?=[jt]s$)/, "."),
    compilerOptions,
    transformers: { before: [guardAwaits, replaceImportMeta] },
  });
  const { text: code, map } = takeInlineMap(outputText);
  return {
    file,
    compiled: { code, maps: map === undefined ? [] : [map] },
    imports: ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName),
    awaits: awaitsAtTopLevel(text),
  };
}

/** CommonJS has no `import.meta`. */
const replaceImportMeta: ts.TransformerFactory<ts.SourceFile> = (context) => (file) => {
  const visit = (node: ts.Node): ts.Node =>
    isImportMeta(node) ? supportMember("meta") : ts.visitEachChild(node, visit, context);
  return ts.visitEachChild(file, visit, context);
};
