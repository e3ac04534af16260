import ts from "typescript";
import { callSupport, isVariable } from "./variableNodes";

const { factory } = ts;

/**
 * What TypeScript adds for imports: `exports.name = void 0` at the top goes, since the name keeps its value until there is a new one;
 * `Object.defineProperty(exports, "name", …)` → `define(exports, "name", …)` of the kernel's, which can be declared anew.
 */
export function handImportsOn(file: ts.SourceFile): ts.SourceFile {
  const statements = file.statements.flatMap((statement) => {
    const expression = ts.isExpressionStatement(statement) ? statement.expression : undefined;
    // What the cell says itself has a place in its text.
    const added = expression && expression.pos < 0 ? expression : undefined;
    if (added && isEmptying(added)) return [];
    if (!added || !isDefinition(added)) return [statement];
    return [callSupport("define", added.arguments)];
  });
  return factory.updateSourceFile(file, statements);
}

/** `exports.a = exports.b = void 0` */
function isEmptying(node: ts.Expression): boolean {
  if (!ts.isBinaryExpression(node)) return ts.isVoidExpression(node) && ts.isNumericLiteral(node.expression);
  return isVariable(node.left) && isEmptying(node.right);
}

function isDefinition(node: ts.Expression): node is ts.CallExpression {
  return (
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    node.expression.name.text === "defineProperty" &&
    node.arguments.length === 3
  );
}
