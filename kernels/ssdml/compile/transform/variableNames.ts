import ts from "typescript";
import { internals, type InternalSourceFile } from "../typescript/internals";

/** The names that a cell exports. */
export interface Names {
  all: ReadonlySet<string>;
  /** Variables and classes that the cell declares. TypeScript itself exports functions and imports. */
  own: ReadonlySet<string>;
  /** Names that exist elsewhere, declared by `declare var`. */
  ambient: ReadonlySet<string>;
}

const none: ReadonlySet<string> = new Set();
export const NO_NAMES: Names = { all: none, own: none, ambient: none };

export function namesOf(file: InternalSourceFile): Names {
  internals.bindSourceFile(file, {});
  const all = file.statements.flatMap((statement) =>
    ts.isExportDeclaration(statement) && statement.exportClause && ts.isNamedExports(statement.exportClause)
      ? statement.exportClause.elements.map(({ name }) => name.text)
      : [],
  );
  const flagsOf = (name: string): ts.SymbolFlags | undefined =>
    file.locals?.get(ts.escapeLeadingUnderscores(name) as string)?.flags;
  const isOwn = (name: string): boolean => {
    const flags = flagsOf(name) ?? 0;
    const isFunction = (flags & ts.SymbolFlags.Function) !== 0;
    return !isFunction && (flags & (ts.SymbolFlags.Variable | ts.SymbolFlags.Class)) !== 0;
  };
  return {
    all: new Set(all),
    own: new Set(all.filter(isOwn)),
    ambient: new Set(all.filter((name) => flagsOf(name) === undefined)),
  };
}

/** Whether an identifier is the name of its parent node (a property, a declaration, a label) rather than a reference. */
export function isNameOfParent(node: ts.Identifier): boolean {
  const { name, propertyName, label } = node.parent as {
    name?: ts.Node;
    propertyName?: ts.Node;
    label?: ts.Node;
  };
  return name === node || propertyName === node || label === node;
}

export function boundNames(name: ts.BindingName): string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) => (ts.isBindingElement(element) ? boundNames(element.name) : []));
}
