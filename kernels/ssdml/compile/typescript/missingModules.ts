import path from "node:path";
import ts from "typescript";
import { CELL_FILE } from "./internals";

/** While an import is typed, each letter makes another name. */
const MOST_MISSING = 20;

/** "Cannot find module", "could not find a declaration file for module". */
const CODES = new Set([2307, 7016]);

/** Whether TypeScript finds a module with its types. */
function isThere(name: string, from: string): boolean {
  const options = { moduleResolution: ts.ModuleResolutionKind.Bundler, module: ts.ModuleKind.ESNext };
  const found = ts.resolveModuleName(name, from, options, ts.sys).resolvedModule;
  return found !== undefined && !/\.[cm]?jsx?$/.test(found.resolvedFileName);
}

/** Modules that were asked for and not there: TypeScript remembers that they are missing, also when they are there by now. */
export class MissingModules {
  /** By which file each was asked for. */
  private readonly askers = new Map<string, string>();

  /** Whether one of them is there by now. */
  someCame(): boolean {
    return [...this.askers].some(([name, from]) => isThere(name, from));
  }

  /** Remembers what a text of a cell imports and is not there. */
  noteIn(source: string): void {
    const from = path.join(ts.sys.getCurrentDirectory(), CELL_FILE);
    for (const { fileName } of ts.preProcessFile(source).importedFiles) {
      if (!isThere(fileName, from)) this.askers.set(fileName, from);
    }
    for (const name of [...this.askers.keys()].slice(0, -MOST_MISSING)) this.askers.delete(name);
  }

  noteFrom(diagnostics: readonly ts.Diagnostic[]): void {
    for (const { code, file, start = 0, length = 0 } of diagnostics) {
      // The text at fault is the name in quotation marks.
      if (CODES.has(code)) this.askers.set(file!.text.slice(start + 1, start + length - 1), file!.fileName);
    }
  }

  clear(): void {
    this.askers.clear();
  }
}
