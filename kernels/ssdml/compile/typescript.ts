import path from "node:path";
import ts from "typescript";
import { calledAround } from "../assist/call-around";
import { completionHost } from "../assist/completion-host";
import { describedEntries } from "../assist/completion-entries";
import { addDocComments } from "../assist/doc-comments";
import { localModulesOf } from "./local-modules";
import { withOverloads } from "../assist/overloads";

/** The functions of mainline TypeScript that exist but are not in its public types. */
interface Internals {
  nullTransformationContext: ts.TransformationContext;
  bindSourceFile(file: ts.SourceFile, options: ts.CompilerOptions): void;
  getTouchingPropertyName(file: ts.SourceFile, position: number): ts.Node;
  findPrecedingToken(position: number, file: ts.SourceFile): ts.Node | undefined;
  getContainingObjectLiteralElement(
    node: ts.Node,
  ): (ts.ObjectLiteralElement & { parent: ts.ObjectLiteralExpression }) | undefined;
  getPropertySymbolsFromContextualType(
    element: ts.ObjectLiteralElement,
    checker: ts.TypeChecker,
    expected: ts.Type,
    mayBeUnion: boolean,
  ): readonly ts.Symbol[];
  getContainerNode(node: ts.Node): ts.Node | undefined;
  createTextSpanFromNode(node: ts.Node, file: ts.SourceFile): ts.TextSpan;
  Completions: { getCompletionsAtPosition(...args: unknown[]): ts.CompletionInfo | undefined };
  SymbolDisplay: {
    getSymbolKind(checker: ts.TypeChecker, symbol: ts.Symbol, location: ts.Node): ts.ScriptElementKind;
    getSymbolModifiers(checker: ts.TypeChecker, symbol: ts.Symbol): string;
    getSymbolDisplayPartsDocumentationAndSymbolKind(
      checker: ts.TypeChecker,
      symbol: ts.Symbol,
      file: ts.SourceFile,
      enclosing: ts.Node | undefined,
      location: ts.Node,
    ): {
      symbolKind: ts.ScriptElementKind;
      displayParts: ts.SymbolDisplayPart[];
      documentation: ts.SymbolDisplayPart[];
      tags?: ts.JSDocTagInfo[];
    };
  };
}

export const internals = ts as unknown as Internals;

export interface InternalNode extends ts.Node {
  /** What a scope declares, by escaped names. */
  locals?: ReadonlyMap<string, ts.Symbol>;
}

export interface InternalSourceFile extends ts.SourceFile {
  imports?: readonly ts.StringLiteralLike[];
  locals?: ReadonlyMap<string, ts.Symbol>;
  parseDiagnostics: readonly ts.Diagnostic[];
  resolvedPath: ts.Path;
}

export interface InternalProgram extends ts.Program {
  /** 0: no file, 1: the resolutions of unchanged files, 2: the whole list of files came from the old program. */
  structureIsReused: 0 | 1 | 2;
  getSourceFiles(): readonly InternalSourceFile[];
  /** Every name under which a file is known; `false` and `undefined` where there is none. */
  getFilesByNameMap(): Map<string, ts.SourceFile | false | undefined>;
  getResolvedModuleFromModuleSpecifier(
    specifier: ts.StringLiteralLike,
    file: ts.SourceFile,
  ): ts.ResolvedModuleWithFailedLookupLocations | undefined;
}

export interface InternalHost extends ts.CompilerHost {
  onReleaseOldSourceFile(
    file: ts.SourceFile,
    options: ts.CompilerOptions,
    hasSourceFileByPath: boolean,
  ): void;
}

function typeRoots(directory: string): string[] {
  const here = path.posix.join(directory, "node_modules/@types");
  const parent = path.dirname(directory);
  return parent === directory ? [here] : [here, ...typeRoots(parent)];
}

/** The file name under which TypeScript sees a cell. */
export const CELL_FILE = "__tslab__.ts";

export function isCell({ fileName }: ts.SourceFile): boolean {
  return fileName.endsWith(`/${CELL_FILE}`);
}

const NO_CHECK = /^export \{\};\n\s*\/\/\s*@ts-nocheck\b/;
/** "Could not find a declaration file for module": a package without types is there all the same, of type `any`. */
const UNTYPED_PACKAGE = 7016;

/** What is wrong with cells and with the local modules that they import. */
function diagnosticsOf(program: ts.Program, cells: readonly ts.SourceFile[]): readonly ts.Diagnostic[] {
  const found: ts.Diagnostic[] = [...program.getOptionsDiagnostics(), ...program.getGlobalDiagnostics()];
  for (const file of cells.flatMap((cell) => [cell, ...localModulesOf(program, cell)])) {
    found.push(...program.getSyntacticDiagnostics(file));
    // TypeScript looks for this comment in front of everything, and before a cell there is a line of the kernel's.
    if (isCell(file) && NO_CHECK.test(file.text)) continue;
    found.push(...program.getSemanticDiagnostics(file).filter(({ code }) => code !== UNTYPED_PACKAGE));
    // Only of cells the declarations are kept; what a module's types are is seen in its text.
    if (isCell(file)) found.push(...program.getDeclarationDiagnostics(file));
  }
  return ts.sortAndDeduplicateDiagnostics(found);
}

/** What a property of an object literal is for the type that is expected there. */
function expectedProperty(node: ts.Node, checker: ts.TypeChecker): ts.Symbol | undefined {
  const element = internals.getContainingObjectLiteralElement(node);
  const expected = element && checker.getContextualType(element.parent);
  const symbols =
    expected && internals.getPropertySymbolsFromContextualType(element, checker, expected, false);
  return symbols?.[0];
}

/** The symbol at a node, but not the one for what TypeScript does not know. */
function knownSymbol(node: ts.Node, checker: ts.TypeChecker): ts.Symbol | undefined {
  if (ts.isSourceFile(node)) return undefined;
  const symbol = expectedProperty(node, checker) ?? checker.getSymbolAtLocation(node);
  return symbol?.name === "unknown" ? undefined : symbol;
}

/** What is known of the name at a position or, where there is none, of the function in whose call the position is. */
function quickInfo(
  file: ts.SourceFile,
  checker: ts.TypeChecker,
  _token: unknown,
  position: number,
): ts.QuickInfo | undefined {
  const touched = internals.getTouchingPropertyName(file, position);
  const called = calledAround(internals.findPrecedingToken(position, file), position);
  const node = [touched, called].find((candidate) => candidate && knownSymbol(candidate, checker));
  const symbol = node && knownSymbol(node, checker);
  if (!symbol) return undefined;
  addDocComments(symbol, checker);
  const display = internals.SymbolDisplay.getSymbolDisplayPartsDocumentationAndSymbolKind(
    checker,
    symbol,
    file,
    internals.getContainerNode(node),
    node,
  );
  return {
    kind: display.symbolKind,
    kindModifiers: internals.SymbolDisplay.getSymbolModifiers(checker, symbol),
    textSpan: internals.createTextSpanFromNode(node, file),
    displayParts: withOverloads(display.displayParts, node, checker),
    documentation: display.documentation,
    ...(display.tags ? { tags: display.tags } : {}),
  };
}

const WITH_SYMBOLS = true;

function completions(
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
  return info && { ...info, entries: describedEntries(info.entries, checker, kindOf) };
}

/** What the kernel hears of and changes in a compilation. */
export interface CompilerHooks {
  createWatchCompilerHost: typeof ts.createWatchCompilerHost;
  transpileModule: typeof ts.transpileModule;
  onDiagnostics(diagnostics: readonly ts.Diagnostic[]): void;
  watchFile: ts.System["watchFile"];
}

/** Mainline TypeScript with the few functions that tslab's own edition of TypeScript adds to it. */
export function typescriptForTslab(hooks: CompilerHooks): object {
  const nothing = { close: () => undefined };
  return {
    ...ts,
    sys: { ...ts.sys, watchFile: hooks.watchFile, watchDirectory: () => nothing },
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
    Completions: { ...internals.Completions, getCompletionsAtPositionForTslab: completions },
  };
}
