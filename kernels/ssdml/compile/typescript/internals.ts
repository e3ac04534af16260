import ts from "typescript";

/** Functions of mainline TypeScript that are missing from its public types. */
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
  /** The symbols that a scope declares, by escaped name. */
  locals?: ReadonlyMap<string, ts.Symbol>;
}

export interface InternalSourceFile extends ts.SourceFile {
  imports?: readonly ts.StringLiteralLike[];
  locals?: ReadonlyMap<string, ts.Symbol>;
  parseDiagnostics: readonly ts.Diagnostic[];
  resolvedPath: ts.Path;
}

export interface InternalProgram extends ts.Program {
  /** What came from the old program: 0 nothing, 1 the resolutions of unchanged files, 2 the whole list of files. */
  structureIsReused: 0 | 1 | 2;
  getSourceFiles(): readonly InternalSourceFile[];
  /** Files by every name under which they are known; `false` or `undefined` if there is no such file. */
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

/** The file in which TypeScript sees a cell. */
export const CELL_FILE = "__tslab__.ts";

/** The line that precedes a cell's text in that file. */
export const CELL_PREFIX = "export {};\n";

export function isCell({ fileName }: ts.SourceFile): boolean {
  return fileName.endsWith(`/${CELL_FILE}`);
}

/** The file in which TypeScript sees the declarations of earlier cells. */
const EARLIER_CELLS_FILE = "__prev__.d.ts";

export function isOfEarlierCells({ fileName }: ts.SourceFile): boolean {
  return fileName.endsWith(`/${EARLIER_CELLS_FILE}`);
}
