import path from "node:path";
import ts from "typescript";
import { CELL_FILE } from "./internals";

/** While the user types an import, each letter makes another name. */
const MAX_MISSING = 20;

/** "Cannot find module", "could not find a declaration file for module". */
const CODES = new Set([2307, 7016]);

/** Whether TypeScript finds a module and its types. */
function exists(name: string, from: string): boolean {
  const options = { moduleResolution: ts.ModuleResolutionKind.Bundler, module: ts.ModuleKind.ESNext };
  const found = ts.resolveModuleName(name, from, options, ts.sys).resolvedModule;
  return found !== undefined && !/\.[cm]?jsx?$/.test(found.resolvedFileName);
}

/** Modules that could not be found. TypeScript remembers that they are missing even after they were installed. */
export class MissingModules {
  /** The missing modules with the file that imports them. */
  private readonly importers = new Map<string, string>();

  /** Whether one of them exists now. */
  someAppeared(): boolean {
    return [...this.importers].some(([name, from]) => exists(name, from));
  }

  /** Records the missing modules that a cell imports. */
  noteIn(source: string): void {
    const from = path.join(ts.sys.getCurrentDirectory(), CELL_FILE);
    for (const { fileName } of ts.preProcessFile(source).importedFiles) {
      if (!exists(fileName, from)) this.importers.set(fileName, from);
    }
    for (const name of [...this.importers.keys()].slice(0, -MAX_MISSING)) this.importers.delete(name);
  }

  noteFrom(diagnostics: readonly ts.Diagnostic[]): void {
    for (const { code, file, start = 0, length = 0 } of diagnostics) {
      // The diagnostic covers the name in quotation marks.
      if (CODES.has(code))
        this.importers.set(file!.text.slice(start + 1, start + length - 1), file!.fileName);
    }
  }

  clear(): void {
    this.importers.clear();
  }
}
