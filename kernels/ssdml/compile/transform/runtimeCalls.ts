import ts from "typescript";

/** The name under which compiled cells and modules reach their kernel. */
export const SUPPORT = "__ssdml";

const { factory } = ts;

export function supportMember(name: string): ts.Expression {
  return factory.createPropertyAccessExpression(factory.createIdentifier(SUPPORT), name);
}

export function callSupport(method: string, ...args: ts.Expression[]): ts.Expression {
  return factory.createCallExpression(supportMember(method), undefined, args);
}
