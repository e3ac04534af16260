import ts from "typescript";
import { callSupport } from "./runtimeCalls";

const { factory } = ts;

/** Where code stands in a function: an interrupt should run what is behind `catch` and `finally`. */
type Place = "plain" | "tried" | "finally";

/**
 * Makes the code behind an `await` know its cell and stop there after an interrupt:
 * - `await x` → `resume(mark(), await x)`
 * - within `try` → `resume(here(), await until(x))`, which an interrupt rejects once, so that `finally` runs
 * - within `finally` → `resumeAnyway(here(), await x)`: what cleans up goes on
 * - `for await (… of x)` → `for await (… of each(x))`, within `try` `eachUntil(x)`
 * - `import(x)` → `load(x)`: Node's own dynamic import, resolved from the folder of the notebook or module
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
        callSupport(place === "tried" ? "eachUntil" : "each", visited.expression),
        visited.statement,
      );
    }
    if (ts.isCallExpression(visited) && visited.expression.kind === ts.SyntaxKind.ImportKeyword) {
      return callSupport("load", ...visited.arguments);
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
  if (place === "finally") return callSupport("resumeAnyway", callSupport("here"), node);
  if (place === "plain") return callSupport("resume", callSupport("mark"), node);
  const until = factory.updateAwaitExpression(node, callSupport("until", node.expression));
  return callSupport("resume", callSupport("here"), until);
}
