import ts from "typescript";
import { CELL_PREFIX } from "../typescript/internals";

export function isImportMeta(node: ts.Node): node is ts.MetaProperty {
  return ts.isMetaProperty(node) && node.keywordToken === ts.SyntaxKind.ImportKeyword;
}

/** Replaces `export`, `export default` and lists of exports by spaces. Positions stay the same, except after a default export. */
export function blankExports(source: string): string {
  const file = ts.createSourceFile("cell.ts", source, ts.ScriptTarget.Latest, true);
  let text = source;
  const blank = (start: number, end: number): void => {
    text = text.slice(0, start) + text.slice(start, end).replace(/[^\n]/g, " ") + text.slice(end);
  };
  const enclose = (start: number, end: number): void => {
    text = `${text.slice(0, start - 1)}(${text.slice(start, end)})${text.slice(end)}`;
  };
  // From last to first, so that insertions shift only text that is already done.
  for (const statement of [...file.statements].reverse()) {
    const start = statement.getStart(file);
    if (ts.isExportAssignment(statement) && !statement.isExportEquals) {
      const { expression } = statement;
      blank(start, expression.getStart(file));
      enclose(expression.getStart(file), expression.end);
    } else if (ts.isExportDeclaration(statement) && !statement.moduleSpecifier) {
      blank(start, statement.end);
    } else if (ts.canHaveModifiers(statement)) {
      const words = (statement.modifiers ?? []).filter(
        ({ kind }) => kind === ts.SyntaxKind.ExportKeyword || kind === ts.SyntaxKind.DefaultKeyword,
      );
      for (const word of words) blank(word.getStart(file), word.end);
      const isNameless =
        (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) && !statement.name;
      if (isNameless && words.length > 0) enclose(words.at(-1)!.end + 1, statement.end);
    }
  }
  return text;
}

/** `await using` has the flags of `using` and of `const`. */
function isAwaitUsing({ flags }: ts.VariableDeclarationList): boolean {
  return (flags & ts.NodeFlags.Using) !== 0 && (flags & ts.NodeFlags.Const) !== 0;
}

/** Whether a cell or module awaits outside of all functions. */
export function awaitsAtTopLevel(source: string): boolean {
  const file = ts.createSourceFile("cell.ts", CELL_PREFIX + source, ts.ScriptTarget.Latest, true);
  function awaits(node: ts.Node): boolean {
    if (ts.isAwaitExpression(node) || (ts.isForOfStatement(node) && node.awaitModifier)) return true;
    if (ts.isVariableDeclarationList(node) && isAwaitUsing(node)) return true;
    if (ts.isFunctionLike(node)) return node.name !== undefined && awaits(node.name);
    return ts.forEachChild(node, (child) => awaits(child) || undefined) ?? false;
  }
  return awaits(file);
}
