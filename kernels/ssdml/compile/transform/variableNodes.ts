import ts from "typescript";
import { runtimeStatement } from "./runtimeCalls";

const { factory } = ts;

/** The name under which compiled cells reach the object that holds the variables of all cells. */
const VARIABLES = "exports";

export const variable = (name: string): ts.PropertyAccessExpression =>
  factory.createPropertyAccessExpression(factory.createIdentifier(VARIABLES), name);

export const nothing = (): ts.Expression => factory.createVoidZero();

/** Gives a node the position of the one that it replaces, also for source maps. */
export const inPlaceOf = <T extends ts.Node>(old: ts.Node, node: T): T =>
  ts.setOriginalNode(ts.setTextRange(node, old), old);

export function isVariable(node: ts.Expression): node is ts.PropertyAccessExpression {
  return (
    ts.isPropertyAccessExpression(node) &&
    ts.isIdentifier(node.expression) &&
    node.expression.text === VARIABLES
  );
}

/** `(0, exports.f)`: called this way, a function does not get the variables as its `this`. */
export function asFunction(callee: ts.PropertyAccessExpression): ts.Expression {
  // V8 reports the end of the callee as the position of the call; readers look for its beginning.
  for (const part of [callee, callee.name]) ts.setEmitFlags(part, ts.EmitFlags.NoTrailingSourceMap);
  const both = factory.createComma(factory.createNumericLiteral(0), callee);
  const callable = inPlaceOf(callee, factory.createParenthesizedExpression(both));
  return ts.setEmitFlags(callable, ts.EmitFlags.NoTrailingSourceMap);
}

/** `followGlobal(exports, "name")` */
export function followGlobal(name: string): ts.Statement {
  const variables = factory.createIdentifier(VARIABLES);
  return runtimeStatement("followGlobal", [variables, factory.createStringLiteral(name)]);
}

/** `executed("a", "b")`: the declarations of these names have executed. */
export function executed(names: readonly string[]): ts.Statement {
  const literals = names.map((name) => factory.createStringLiteral(name));
  return runtimeStatement("executed", literals);
}
