import ts from "typescript";
import type { InternalHost, InternalProgram, InternalSourceFile } from "./internals";

/**
 * Creates the program of a cell from that of the cell before. TypeScript's own builders look at every file of every
 * package for each new program; here only the files that can change are looked at, and the others are taken over.
 */
export const createCellProgram: ts.CreateProgram<ts.BuilderProgram> = (rootNames, options, host, old) => {
  const oldProgram = old?.getProgram() as InternalProgram | undefined;
  const program = ts.createProgram({
    rootNames: rootNames ?? [],
    options: options ?? {},
    host: host!,
    ...(oldProgram ? { oldProgram: withEditableFiles(oldProgram) } : {}),
  }) as InternalProgram;
  if (oldProgram) {
    if (program.structureIsReused === COMPLETELY) takeOverFiles(oldProgram, program);
    else releaseFiles(oldProgram, program, host as InternalHost);
  }
  const builder = ts.createAbstractBuilder(program, host!);
  // tslab would compile the modules that a cell imports, too; see `LocalModules`.
  builder.getAllDependencies = (file) => [file.fileName];
  return builder;
};

const COMPLETELY = 2;

export function isOfPackage({ fileName }: ts.SourceFile): boolean {
  return fileName.includes("/node_modules/");
}

/** The program as if it had no files of packages: those do not change while the kernel runs. */
function withEditableFiles(program: InternalProgram): ts.Program {
  const editable = program.getSourceFiles().filter((file) => !isOfPackage(file));
  return Object.create(program, { getSourceFiles: { value: () => editable } }) as ts.Program;
}

/** Completes the lists of a program that has the same files as the old one, but got only the editable ones. */
function takeOverFiles(from: InternalProgram, to: InternalProgram): void {
  const byName = to.getFilesByNameMap();
  for (const [path, file] of from.getFilesByNameMap()) {
    if (!file || isOfPackage(file)) byName.set(path, file);
  }
  const files = to.getSourceFiles() as InternalSourceFile[];
  const editable = files.splice(0).values();
  for (const file of from.getSourceFiles()) files.push(isOfPackage(file) ? file : editable.next().value!);
}

/** Lets go of the packages' files that are not used any more. */
function releaseFiles(from: InternalProgram, to: InternalProgram, host: InternalHost): void {
  for (const file of from.getSourceFiles()) {
    if (isOfPackage(file) && !to.getSourceFileByPath(file.resolvedPath)) {
      host.onReleaseOldSourceFile(file, from.getCompilerOptions(), false);
    }
  }
}
