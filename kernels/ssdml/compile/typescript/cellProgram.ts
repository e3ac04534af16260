import ts from "typescript";
import type { InternalHost, InternalProgram, InternalSourceFile } from "./internals";

/**
 * Creates the program of a cell from that of the previous cell. TypeScript's own builders check every file of every package for each
 * new program. This one checks only the files that can change and reuses the others.
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
    if (program.structureIsReused === COMPLETELY) reuseFiles(oldProgram, program);
    else releaseFiles(oldProgram, program, host as InternalHost);
  }
  const builder = ts.createAbstractBuilder(program, host!);
  // Without this, tslab would also compile the modules that a cell imports; see `LocalModules`.
  builder.getAllDependencies = (file) => [file.fileName];
  return builder;
};

const COMPLETELY = 2;

export function isOfPackage({ fileName }: ts.SourceFile): boolean {
  return fileName.includes("/node_modules/");
}

/** The program without the files of packages, which do not change while the kernel runs. */
function withEditableFiles(program: InternalProgram): ts.Program {
  const editable = program.getSourceFiles().filter((file) => !isOfPackage(file));
  return Object.create(program, { getSourceFiles: { value: () => editable } }) as ts.Program;
}

/** Adds the files of packages to a program that has the same files as the old one but was given only the editable ones. */
function reuseFiles(from: InternalProgram, to: InternalProgram): void {
  const byName = to.getFilesByNameMap();
  for (const [path, file] of from.getFilesByNameMap()) {
    if (!file || isOfPackage(file)) byName.set(path, file);
  }
  const files = to.getSourceFiles() as InternalSourceFile[];
  const editable = files.splice(0).values();
  for (const file of from.getSourceFiles()) files.push(isOfPackage(file) ? file : editable.next().value!);
}

/** Releases the files of packages that are no longer used. */
function releaseFiles(from: InternalProgram, to: InternalProgram, host: InternalHost): void {
  for (const file of from.getSourceFiles()) {
    if (isOfPackage(file) && !to.getSourceFileByPath(file.resolvedPath)) {
      host.onReleaseOldSourceFile(file, from.getCompilerOptions(), false);
    }
  }
}
