import ts from "typescript";

const PACKAGE_FILE = /\/node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/;

/** A package without `exports` offers all its files, but TypeScript lists them only where it sees no package.json. */
function offersAllFiles(packageFile: string): boolean {
  const { exports } = JSON.parse(ts.sys.readFile(packageFile) ?? "{}") as { exports?: unknown };
  return exports === undefined;
}

function fileExists(file: string): boolean {
  return ts.sys.fileExists(file) && !(PACKAGE_FILE.test(file) && offersAllFiles(file));
}

/** What completion must know of the file system: where packages and files are that an import could name. */
export function completionHost(program: ts.Program): object {
  return {
    ...ts.sys,
    fileExists,
    getCompilationSettings: () => program.getCompilerOptions(),
    getCurrentDirectory: () => program.getCurrentDirectory(),
    useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
  };
}
