import ts from "typescript";
import { runtimeStatement } from "./runtimeCalls";
import { isVariable } from "./variableNodes";

const { factory } = ts;

/**
 * Changes what TypeScript adds for imports. Removes `exports.name = void 0` at the top, since a name keeps its value until it gets a new
 * one. Replaces `Object.defineProperty(exports, "name", …)` by the kernel's `defineImport(exports, "name", …)`, so that the name can be
 * declared again.
 */
export function redefineImports(file: ts.SourceFile): ts.SourceFile {
  const statements = file.statements.flatMap((statement) => {
    const expression = ts.isExpressionStatement(statement) ? statement.expression : undefined;
    // Code that the cell itself contains has a position in its text.
    const added = expression && expression.pos < 0 ? expression : undefined;
    if (added && isInitialisation(added)) return [];
    if (!added || !isDefinition(added)) return [statement];
    return [runtimeStatement("defineImport", added.arguments)];
  });
  return factory.updateSourceFile(file, statements);
}

/** `exports.a = exports.b = void 0` */
function isInitialisation(node: ts.Expression): boolean {
  if (!ts.isBinaryExpression(node)) return ts.isVoidExpression(node) && ts.isNumericLiteral(node.expression);
  return isVariable(node.left) && isInitialisation(node.right);
}

function isDefinition(node: ts.Expression): node is ts.CallExpression {
  return (
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    node.expression.name.text === "defineProperty" &&
    node.arguments.length === 3
  );
}
