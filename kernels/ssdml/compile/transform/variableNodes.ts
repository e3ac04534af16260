import ts from "typescript";
import { SUPPORT } from "./runtimeCalls";

const { factory } = ts;

/** The object that has the variables of all cells, as compiled cells know it. */
const VARIABLES = "exports";

export const variable = (name: string): ts.PropertyAccessExpression =>
  factory.createPropertyAccessExpression(factory.createIdentifier(VARIABLES), name);

export const nothing = (): ts.Expression => factory.createVoidZero();

/** Puts a node into the place of another, also for source maps. */
export const inPlaceOf = <T extends ts.Node>(old: ts.Node, node: T): T =>
  ts.setOriginalNode(ts.setTextRange(node, old), old);

export function isVariable(node: ts.Expression): node is ts.PropertyAccessExpression {
  return (
    ts.isPropertyAccessExpression(node) &&
    ts.isIdentifier(node.expression) &&
    node.expression.text === VARIABLES
  );
}

/** `(0, exports.f)`: called so, a function does not get the variables as its `this`. */
export function asFunction(callee: ts.PropertyAccessExpression): ts.Expression {
  // V8 takes the end of the callee for the place of the call; people look for its beginning.
  for (const part of [callee, callee.name]) ts.setEmitFlags(part, ts.EmitFlags.NoTrailingSourceMap);
  const both = factory.createComma(factory.createNumericLiteral(0), callee);
  const callable = inPlaceOf(callee, factory.createParenthesizedExpression(both));
  return ts.setEmitFlags(callable, ts.EmitFlags.NoTrailingSourceMap);
}

/** `fromGlobal(exports, "name")` */
export function fromGlobal(name: string): ts.Statement {
  return callSupport("fromGlobal", [factory.createIdentifier(VARIABLES), factory.createStringLiteral(name)]);
}

/** `reached("a", "b")`: the cell has come to these declarations. */
export function reached(names: readonly string[]): ts.Statement {
  return callSupport(
    "reached",
    names.map((name) => factory.createStringLiteral(name)),
  );
}

/** A call of what the kernel offers to compiled cells. */
export function callSupport(method: string, args: readonly ts.Expression[]): ts.Statement {
  const callee = factory.createPropertyAccessExpression(factory.createIdentifier(SUPPORT), method);
  return factory.createExpressionStatement(factory.createCallExpression(callee, undefined, args));
}
