import ts from "typescript";

type Call = ts.CallExpression | ts.NewExpression;

function isCall(node: ts.Node): node is Call {
  return ts.isCallExpression(node) || ts.isNewExpression(node);
}

/** Whether a position is behind the bracket that opens a call and not behind the one that closes it, which may still be missing. */
function isAmongArguments({ arguments: values, end }: Call, text: string, position: number): boolean {
  if (!values || position < values.pos) return false;
  const isClosed = text[end - 1] === ")" && end > values.end;
  return !isClosed || position <= end;
}

/** The name of what a call calls: the last one of `a.b.c(…)`. */
function calledName({ expression }: Call): ts.Node {
  return ts.isPropertyAccessExpression(expression) ? expression.name : expression;
}

/**
 * The name of the function or class in whose innermost call a position is, seen from the token before it. The body of a
 * function that is given to a call is no longer among its arguments.
 */
export function calledAround(token: ts.Node | undefined, position: number): ts.Node | undefined {
  for (let node = token; node && !ts.isSourceFile(node) && !ts.isBlock(node); node = node.parent) {
    if (isCall(node) && isAmongArguments(node, node.getSourceFile().text, position)) return calledName(node);
  }
  return undefined;
}
