import ts from "typescript";
import type { AwaitSupport } from "./await-support";

/** The name under which compiled cells and modules reach their kernel. */
export const SUPPORT = "__ssdml";

const { factory } = ts;

export function supportMember(name: string): ts.Expression {
  return factory.createPropertyAccessExpression(factory.createIdentifier(SUPPORT), name);
}

export function callSupport(method: string, ...args: ts.Expression[]): ts.Expression {
  return factory.createCallExpression(supportMember(method), undefined, args);
}

/** What compiled modules, and cells, call. */
export interface ModuleSupport extends AwaitSupport {
  /** In place of `import()`. */
  load(specifier: string): Promise<unknown>;
  /** In place of `import.meta`. */
  readonly meta: object;
}
