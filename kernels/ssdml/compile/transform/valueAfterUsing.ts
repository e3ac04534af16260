import ts from "typescript";

const { factory } = ts;

const isUsing = (statement: ts.Statement): boolean =>
  ts.isVariableStatement(statement) && (statement.declarationList.flags & ts.NodeFlags.Using) !== 0;

/** Whether a cell, as written, contains `using` and has a last value. */
function hasValueAfterUsing({ statements }: ts.SourceFile): boolean {
  const written = statements.filter((statement) => !ts.isExportDeclaration(statement));
  const last = written.at(-1);
  return last !== undefined && ts.isExpressionStatement(last) && written.some(isUsing);
}

/**
 * TypeScript moves the code after a `using` into a `try`, where tslab does not find the last value. So `try { …; 5; } finally { … }`
 * becomes `let last; try { …; last = 5; } finally { … } last;`.
 */
export const valueAfterUsing: ts.TransformerFactory<ts.SourceFile> = () => (file) => {
  const at = file.statements.findLastIndex(ts.isTryStatement);
  if (at < 0 || !hasValueAfterUsing(ts.getOriginalNode(file, ts.isSourceFile))) return file;
  const statement = file.statements[at] as ts.TryStatement;
  const inner = [...statement.tryBlock.statements];
  const value = inner.pop();
  if (!value || !ts.isExpressionStatement(value)) return file;
  const last = factory.createUniqueName("last");
  const assigned = factory.updateExpressionStatement(value, factory.createAssignment(last, value.expression));
  return factory.updateSourceFile(file, [
    ...file.statements.slice(0, at),
    factory.createVariableStatement(undefined, [factory.createVariableDeclaration(last)]),
    factory.updateTryStatement(
      statement,
      factory.updateBlock(statement.tryBlock, [...inner, assigned]),
      statement.catchClause,
      statement.finallyBlock,
    ),
    factory.createExpressionStatement(last),
    ...file.statements.slice(at + 1),
  ]);
};
