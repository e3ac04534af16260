import ts from "typescript";

export function withoutParentheses(node: ts.Expression): ts.Expression {
  return ts.isParenthesizedExpression(node) ? withoutParentheses(node.expression) : node;
}

export function isOutsideFunctions(node: ts.Node): boolean {
  for (let around = node.parent; !ts.isSourceFile(around); around = around.parent) {
    if (ts.isFunctionLike(around) || ts.isClassStaticBlockDeclaration(around)) return false;
  }
  return true;
}

/** Whether a value is a function or class that takes the name of the variable that it is assigned to. */
export function takesName(value: ts.Expression): boolean {
  if (ts.isParenthesizedExpression(value)) return takesName(value.expression);
  return (
    ts.isArrowFunction(value) ||
    ((ts.isFunctionExpression(value) || ts.isClassExpression(value)) && !value.name)
  );
}

/** Whether the next statement is `(function (E) {…})(E || (E = {}))`, as in compiled enums and namespaces. These start empty in every cell. */
export function isFilledNext(node: ts.Node, name: string): boolean {
  if (!ts.isVariableStatement(node) || !ts.isSourceFile(node.parent)) return false;
  const siblings = node.parent.statements;
  const next = siblings[siblings.indexOf(node) + 1] as ts.Statement | undefined;
  const call = next && expressionOf(next);
  if (!call || !ts.isCallExpression(call)) return false;
  const [argument] = call.arguments;
  return (
    argument !== undefined &&
    ts.isBinaryExpression(argument) &&
    argument.operatorToken.kind === ts.SyntaxKind.BarBarToken &&
    ts.isIdentifier(argument.left) &&
    argument.left.text === name
  );
}

/** The expression of a statement. The last statement of a cell stores it in a variable. */
function expressionOf(statement: ts.Statement): ts.Expression | undefined {
  if (ts.isExpressionStatement(statement)) return statement.expression;
  return ts.isVariableStatement(statement)
    ? statement.declarationList.declarations[0].initializer
    : undefined;
}
