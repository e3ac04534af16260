import ts from "typescript";
import { internals, isOfEarlierCells } from "../typescript/internals";

const WITH_SYMBOLS = true;

/** The completions that TypeScript proposes at a position. Replaces a function of tslab's fork, hence its parameters. */
export function proposedEntries(
  _host: unknown,
  program: ts.Program,
  log: (message: string) => void,
  file: ts.SourceFile,
  position: number,
  _preferences: unknown,
  ...rest: unknown[]
): ts.CompletionInfo | undefined {
  const preferences = { includeCompletionsWithInsertText: true };
  const place = [completionHost(program), program, log, file, position, preferences, ...rest];
  const info = internals.Completions.getCompletionsAtPosition(...place, undefined, WITH_SYMBOLS);
  const checker = program.getTypeChecker();
  const kindOf = (symbol: ts.Symbol): ts.ScriptElementKind =>
    internals.SymbolDisplay.getSymbolKind(checker, symbol, file);
  return info && { ...info, entries: adjustedEntries(info.entries, checker, kindOf) };
}

const PACKAGE_FILE = /\/node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/;

/** A package without `exports` offers all its files, but TypeScript lists them only if it sees no package.json. */
function offersAllFiles(packageFile: string): boolean {
  const { exports } = JSON.parse(ts.sys.readFile(packageFile) ?? "{}") as { exports?: unknown };
  return exports === undefined;
}

function fileExists(file: string): boolean {
  return ts.sys.fileExists(file) && !(PACKAGE_FILE.test(file) && offersAllFiles(file));
}

/** The part of the file system that completion needs: the packages and files that an import could name. */
function completionHost(program: ts.Program): object {
  return {
    ...ts.sys,
    fileExists,
    getCompilationSettings: () => program.getCompilerOptions(),
    getCurrentDirectory: () => program.getCurrentDirectory(),
    useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
  };
}

/** A sort key after the names that the cell itself declares ("11") and before the names of other files ("15"). */
const DECLARED_EARLIER = "14";

function isOfEarlierCell({ declarations = [] }: ts.Symbol): boolean {
  return declarations.some((declaration) => isOfEarlierCells(declaration.getSourceFile()));
}

/** The types that all functions and classes inherit from. Their members come after a function's own. */
const OF_EVERY_FUNCTION = new Set(["Function", "CallableFunction", "NewableFunction"]);
const LAST = "15";

function isOfEveryFunction({ flags, declarations = [] }: ts.Symbol): boolean {
  const isInherited = ({ parent }: ts.Declaration): boolean =>
    ts.isInterfaceDeclaration(parent) && OF_EVERY_FUNCTION.has(parent.name.text);
  return (flags & ts.SymbolFlags.Prototype) !== 0 || declarations.some(isInherited);
}

type KindOf = (symbol: ts.Symbol) => ts.ScriptElementKind;

/** The kind of an imported name. Whether it is a function often follows only from its type. */
function importedKind(symbol: ts.Symbol, checker: ts.TypeChecker, kindOf: KindOf): ts.ScriptElementKind {
  const target = checker.getAliasedSymbol(symbol);
  const isFunction =
    (target.flags & ts.SymbolFlags.Variable) !== 0 &&
    checker.getTypeOfSymbol(target).getCallSignatures().length > 0;
  return isFunction ? ts.ScriptElementKind.functionElement : kindOf(target);
}

/**
 * Adjusts TypeScript's entries: names of earlier cells come right after those of the cell itself, members that all functions have come
 * last, and imported names get the kind of what they import.
 */
function adjustedEntries(
  entries: readonly ts.CompletionEntry[],
  checker: ts.TypeChecker,
  kindOf: KindOf,
): ts.CompletionEntry[] {
  return entries.map((entry) => {
    const { symbol } = entry;
    if (!symbol) return entry;
    const isImported = (symbol.flags & ts.SymbolFlags.Alias) !== 0;
    return {
      ...entry,
      ...(isOfEarlierCell(symbol) && { sortText: DECLARED_EARLIER }),
      ...(isOfEveryFunction(symbol) && { sortText: LAST }),
      ...(isImported && { kind: importedKind(symbol, checker, kindOf) }),
    };
  });
}
