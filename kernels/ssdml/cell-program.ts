import ts from "typescript";
import type { InternalProgram, InternalSourceFile } from "./typescript";

/**
 * Creates programs without the record of who refers to whom that TypeScript's own builders make of all files, anew for
 * every cell: tslab only asks for the dependencies of the cell, and those are few.
 */
export const createCellProgram: ts.CreateProgram<ts.BuilderProgram> = (...args) => {
  const builder = ts.createAbstractBuilder(...args);
  builder.getAllDependencies = (file) => localDependencies(builder.getProgram() as InternalProgram, file);
  return builder;
};

/** The files that a file imports, directly or not, without those of packages. */
function localDependencies(program: InternalProgram, root: ts.SourceFile): string[] {
  const found = new Set<ts.SourceFile>([root]);
  for (const file of found) {
    for (const specifier of (file as InternalSourceFile).imports ?? []) {
      const { resolvedModule } = program.getResolvedModuleFromModuleSpecifier(specifier, file) ?? {};
      const imported = resolvedModule && program.getSourceFile(resolvedModule.resolvedFileName);
      if (imported && !imported.fileName.includes("/node_modules/")) found.add(imported);
    }
  }
  return [...found].map(({ fileName }) => fileName);
}
