import ts from "typescript";

/**
 * The declarations after a cell that failed. Declarations that executed take their new types; the others keep the old ones.
 *
 * @param before - The declarations before the cell.
 * @param after - The declarations that would follow if the whole cell had executed.
 * @param notExecuted - Names of the cell whose declarations did not execute.
 */
export function declarationsAfterFailure(
  before: string,
  after: string,
  notExecuted: ReadonlySet<string>,
): string {
  if (notExecuted.size === 0) return after;
  return (
    declarationsOf(after, (name) => !notExecuted.has(name)) +
    declarationsOf(before, (name) => notExecuted.has(name))
  );
}

const parse = (source: string): ts.SourceFile =>
  ts.createSourceFile("cell.d.ts", source, ts.ScriptTarget.Latest, true);

/** The parts of a declaration file whose names are wanted. */
function declarationsOf(text: string, isWanted: (name: string) => boolean): string {
  const file = parse(text);
  const printer = ts.createPrinter({ newLine: ts.NewLineKind.LineFeed });
  return file.statements
    .flatMap((statement) => partsOf(statement, isWanted))
    .map((statement) => `${printer.printNode(ts.EmitHint.Unspecified, statement, file)}\n`)
    .join("");
}

/** A statement reduced to its wanted names; none if it has no wanted name. */
function partsOf(statement: ts.Statement, isWanted: (name: string) => boolean): ts.Statement[] {
  const { factory } = ts;
  if (ts.isVariableStatement(statement)) {
    const list = statement.declarationList;
    const kept = list.declarations.filter(({ name }) => isWanted(name.getText()));
    if (kept.length === 0) return [];
    const keptList = factory.updateVariableDeclarationList(list, kept);
    return [factory.updateVariableStatement(statement, statement.modifiers, keptList)];
  }
  if (ts.isImportDeclaration(statement)) {
    const clause = statement.importClause && keptClause(statement.importClause, isWanted);
    if (!clause) return [];
    const { modifiers, moduleSpecifier, attributes } = statement;
    return [factory.updateImportDeclaration(statement, modifiers, clause, moduleSpecifier, attributes)];
  }
  const { name } = statement as ts.DeclarationStatement;
  return name && isWanted(name.text) ? [statement] : [];
}

function keptClause(
  clause: ts.ImportClause,
  isWanted: (name: string) => boolean,
): ts.ImportClause | undefined {
  const { factory } = ts;
  const { name, namedBindings } = clause;
  const keptName = name && isWanted(name.text) ? name : undefined;
  const keptBindings =
    namedBindings && ts.isNamedImports(namedBindings)
      ? factory.updateNamedImports(
          namedBindings,
          namedBindings.elements.filter((element) => isWanted(element.name.text)),
        )
      : namedBindings && isWanted(namedBindings.name.text)
        ? namedBindings
        : undefined;
  const isEmpty = !keptBindings || (ts.isNamedImports(keptBindings) && keptBindings.elements.length === 0);
  if (!keptName && isEmpty) return undefined;
  return factory.updateImportClause(
    clause,
    clause.phaseModifier,
    keptName,
    isEmpty ? undefined : keptBindings,
  );
}
