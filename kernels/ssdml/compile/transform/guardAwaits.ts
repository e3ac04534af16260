import ts from "typescript";
import { callRuntime } from "./runtimeCalls";

const { factory } = ts;

/** Where code is within its function. An interrupt should run the `catch` and `finally` blocks. */
type Place = "plain" | "tried" | "finally";

/**
 * Binds the code after an `await` to its cell and stops it there after an interrupt:
 * - `await x` → `afterAwait(beforeAwait(), await x)`
 * - within `try` → `afterAwait(currentCell(), await interruptible(x))`, which an interrupt rejects once, so that `finally` runs
 * - within `finally` → `afterCleanup(currentCell(), await x)`: cleaning up continues after an interrupt
 * - `for await (… of x)` → `for await (… of items(x))`; within `try` → `interruptibleItems(x)`
 * - `import(x)` → `importModule(x)`: Node's own dynamic import, resolved from the folder of the notebook or module
 */
export const guardAwaits: ts.TransformerFactory<ts.SourceFile> = (context) => (file) => {
  const visitors: Record<Place, ts.Visitor> = {
    plain: (node) => visit(node, "plain"),
    tried: (node) => visit(node, "tried"),
    finally: (node) => visit(node, "finally"),
  };

  function visit(node: ts.Node, place: Place): ts.Node {
    if (ts.isTryStatement(node)) return visitTry(node, place);
    const visited = ts.visitEachChild(node, visitors[ts.isFunctionLike(node) ? "plain" : place], context);
    if (ts.isAwaitExpression(visited)) return guarded(visited, place);
    if (ts.isForOfStatement(visited) && visited.awaitModifier) {
      return factory.updateForOfStatement(
        visited,
        visited.awaitModifier,
        visited.initializer,
        callRuntime(place === "tried" ? "interruptibleItems" : "items", visited.expression),
        visited.statement,
      );
    }
    if (ts.isCallExpression(visited) && visited.expression.kind === ts.SyntaxKind.ImportKeyword) {
      return callRuntime("importModule", ...visited.arguments);
    }
    return visited;
  }

  function visitTry(node: ts.TryStatement, place: Place): ts.Node {
    const visitor = visitors[place === "finally" ? place : "tried"];
    return factory.updateTryStatement(
      node,
      ts.visitNode(node.tryBlock, visitor, ts.isBlock)!,
      ts.visitNode(node.catchClause, visitor, ts.isCatchClause),
      ts.visitNode(node.finallyBlock, visitors.finally, ts.isBlock),
    );
  }

  return ts.visitEachChild(file, visitors.plain, context);
};

function guarded(node: ts.AwaitExpression, place: Place): ts.Expression {
  if (place === "finally") return callRuntime("afterCleanup", callRuntime("currentCell"), node);
  if (place === "plain") return callRuntime("afterAwait", callRuntime("beforeAwait"), node);
  const interruptible = factory.updateAwaitExpression(node, callRuntime("interruptible", node.expression));
  return callRuntime("afterAwait", callRuntime("currentCell"), interruptible);
}
