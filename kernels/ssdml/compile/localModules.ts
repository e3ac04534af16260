import ts from "typescript";
import { isOfPackage } from "./typescript/cellProgram";
import { guardAwaits } from "./transform/guardAwaits";
import { awaitsAtTopLevel, isImportMeta } from "./transform/sourceText";
import { takeInlineMap, type Compiled } from "./typescript/sourceMaps";
import { runtimeMember } from "./transform/runtimeCalls";
import type { InternalProgram, InternalSourceFile } from "./typescript/internals";

/** A module next to the notebook, compiled to CommonJS. */
export interface LocalModule {
  file: string;
  compiled: Compiled;
  /** The specifiers of its imports. */
  imports: string[];
  /** Whether it has a top-level `await`. If so, it must run before the modules that require it. */
  awaits: boolean;
}

/** The sources that the kernel compiles. Node itself loads CommonJS. */
const SOURCE = /(?<!\.d)\.(ts|tsx|mts|cts|js|jsx|mjs)$/;

/** The modules that a file imports, directly or indirectly, except those of packages. */
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

/** Compiles local modules that are new or were edited. */
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
    // TypeScript would compile .mts and .mjs to ES modules.
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
    isImportMeta(node) ? runtimeMember("importMeta") : ts.visitEachChild(node, visit, context);
  return ts.visitEachChild(file, visit, context);
};
