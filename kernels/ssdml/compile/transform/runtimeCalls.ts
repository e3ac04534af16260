import ts from "typescript";

/** The name under which compiled cells and modules reach the kernel's functions. */
export const RUNTIME = "__ssdml";

const { factory } = ts;

export function runtimeMember(name: string): ts.Expression {
  return factory.createPropertyAccessExpression(factory.createIdentifier(RUNTIME), name);
}

export function callRuntime(method: string, ...args: readonly ts.Expression[]): ts.Expression {
  return factory.createCallExpression(runtimeMember(method), undefined, args);
}

/** A call of one of the kernel's functions, as a statement. */
export function runtimeStatement(method: string, args: readonly ts.Expression[]): ts.Statement {
  return factory.createExpressionStatement(callRuntime(method, ...args));
}
