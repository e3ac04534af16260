import ts from "typescript";

/** What a cell declared before it failed. */
export interface Reached {
  /** The declarations, as a cell of their own. */
  text: string;
  names: ReadonlySet<string>;
}

/** Where TypeScript empties the variables that a cell is about to declare. */
const EMPTIED = /^(?:exports\.\S+ = )+void 0;$/gm;

/** The names that a compiled cell gives values to on its way; types have none, and functions have theirs from the start. */
export function namesOnTheWay(code: string): string[] {
  return [...code.matchAll(EMPTIED)].flatMap(([line]) =>
    [...line.matchAll(/exports\.(\S+) = /g)].map(([, name]) => name),
  );
}

/** The declarations of a cell, without those that it did not come to and without all else that it does. */
export function reachedDeclarations(source: string, isReached: (name: string) => boolean): Reached {
  const file = ts.createSourceFile("cell.ts", source, ts.ScriptTarget.Latest, true);
  const names = new Set<string>();
  const keeps = (declaration: ts.Node): boolean => {
    const own = namesOf(declaration);
    const isKept = isEmptyVariable(declaration) || own.every(isReached);
    if (isKept) for (const name of own) names.add(name);
    return isKept;
  };
  const texts = file.statements.map((statement) => {
    if (!ts.isVariableStatement(statement))
      return isDeclaration(statement) && keeps(statement) ? statement.getText() : "";
    const { declarations, flags } = statement.declarationList;
    const kept = declarations.filter(keeps).map((one) => one.getText());
    const keyword = flags & ts.NodeFlags.Const ? "const" : flags & ts.NodeFlags.Let ? "let" : "var";
    return kept.length > 0 ? `${keyword} ${kept.join(", ")};` : "";
  });
  return { text: texts.filter((text) => text !== "").join("\n"), names };
}

const isDeclaration = (node: ts.Node): boolean =>
  ts.isImportDeclaration(node) || ts.isDeclarationStatement(node);

/** `let x;` declares and gives no value. */
const isEmptyVariable = (node: ts.Node): boolean => ts.isVariableDeclaration(node) && !node.initializer;

/** The names that a declaration binds, however deep in a pattern or an import they stand. */
function namesOf(declaration: ts.Node): string[] {
  if (ts.isImportDeclaration(declaration)) {
    const clause = declaration.importClause;
    const bindings = clause?.namedBindings;
    const named = bindings && (ts.isNamespaceImport(bindings) ? [bindings] : bindings.elements);
    return [clause, ...(named ?? [])].flatMap((binding) => binding?.name?.text ?? []);
  }
  const { name } = declaration as ts.NamedDeclaration;
  if (name === undefined) return [];
  if (ts.isObjectBindingPattern(name) || ts.isArrayBindingPattern(name))
    return name.elements.flatMap((element) => (ts.isBindingElement(element) ? namesOf(element) : []));
  return ts.isIdentifier(name) ? [name.text] : [];
}
