import ts from "typescript";

/** Where TypeScript empties the variables that a cell is about to give values to. */
const EMPTIED = /^((?:exports\.\S+ = )+)void 0;$/gm;

/** The names that a compiled cell gives values to on its way; types have none, and functions have theirs from the start. */
export function namesOnTheWay(code: string): string[] {
  return [...code.matchAll(EMPTIED)].flatMap(([, names]) =>
    [...names.matchAll(/exports\.(\S+) = /g)].map(([, name]) => name),
  );
}

/** The compiled cell with `mark` in the place of the emptiness: what still has it was not come to. */
export function markEmptied(code: string, mark: string): string {
  return code.replace(EMPTIED, (_, names: string) => `${names}${mark};`);
}

/** All names that a cell declares. */
export function declaredNames(source: string): string[] {
  return parse(source).statements.flatMap((statement) => partsOf(statement).flatMap(namesOf));
}

/**
 * What a cell that failed has done, as cells that declare it: up to the last declaration with a value, and the functions and types
 * behind it. They are to be compiled, not run. A function may use what was not come to: the second leaves out those behind, the third all.
 *
 * @param isSet whether a name has its value; undefined for names that get none on the way
 */
export function reachedParts(source: string, isSet: (name: string) => boolean | undefined): string[] {
  const statements = [...parse(source).statements];
  const isSilent = (statement: ts.Statement): boolean =>
    isDeclaration(statement) && partsOf(statement).every((part) => !givesValue(part, isSet));
  const isReached = (statement: ts.Statement): boolean => reachedOf(statement, isSet).length > 0;
  let end = statements.findLastIndex(isReached) + 1;
  while (end < statements.length && isSilent(statements[end])) end++;
  const before = statements.slice(0, end);
  const behind = statements.slice(end).filter((one) => isSilent(one) && !ts.isVariableStatement(one));
  const textOf = (chosen: readonly ts.Statement[]): string =>
    chosen.map((statement) => textReached(statement, isSet)).join("\n");
  return [
    textOf([...before, ...behind]),
    textOf(before),
    textOf(before.filter((statement) => !ts.isFunctionDeclaration(statement))),
  ];
}

const parse = (source: string): ts.SourceFile =>
  ts.createSourceFile("cell.ts", source, ts.ScriptTarget.Latest, true);

const isDeclaration = (node: ts.Node): boolean =>
  ts.isVariableStatement(node) || ts.isImportDeclaration(node) || ts.isDeclarationStatement(node);

/** `const a = 1, b = 2` declares twice; whatever else declares does so once. */
function partsOf(statement: ts.Statement): readonly ts.Node[] {
  if (ts.isVariableStatement(statement)) return statement.declarationList.declarations;
  return isDeclaration(statement) ? [statement] : [];
}

/** `let x;` gives no value. */
function givesValue(part: ts.Node, isSet: (name: string) => boolean | undefined): boolean {
  if (ts.isVariableDeclaration(part) && !part.initializer) return false;
  return namesOf(part).some((name) => isSet(name) !== undefined);
}

/** The parts of a statement that have given their values. */
function reachedOf(
  statement: ts.Statement,
  isSet: (name: string) => boolean | undefined,
): readonly ts.Node[] {
  return partsOf(statement).filter(
    (part) => givesValue(part, isSet) && namesOf(part).every((name) => isSet(name) !== false),
  );
}

/** The text of a statement; of `const a = 1, b = fail()` only what was reached. */
function textReached(statement: ts.Statement, isSet: (name: string) => boolean | undefined): string {
  const parts = partsOf(statement);
  const reached = reachedOf(statement, isSet);
  if (!ts.isVariableStatement(statement) || reached.length === 0 || reached.length === parts.length)
    return statement.getText();
  const { flags } = statement.declarationList;
  const keyword = flags & ts.NodeFlags.Const ? "const" : flags & ts.NodeFlags.Let ? "let" : "var";
  const kept = parts.filter((part) => reached.includes(part) || !givesValue(part, isSet));
  return `${keyword} ${kept.map((part) => part.getText()).join(", ")};`;
}

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
