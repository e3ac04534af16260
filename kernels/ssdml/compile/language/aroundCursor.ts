import ts from "typescript";

const NAME_BEFORE = /#?[$\p{ID_Continue}]*$/u;
const NAME_AFTER = /^[$\p{ID_Continue}]*/u;

export interface Part {
  start: number;
  end: number;
}

/** The name around the cursor. Text after the cursor belongs to it only if the name begins before the cursor. */
export function nameAround(source: string, cursor: number): Part {
  const before = NAME_BEFORE.exec(source.slice(0, cursor))![0].length;
  const after = before === 0 ? 0 : NAME_AFTER.exec(source.slice(cursor))![0].length;
  return { start: cursor - before, end: cursor + after };
}

export interface StringPart extends Part {
  quote: string;
}

function innermost(source: string, cursor: number): ts.Node {
  let node: ts.Node = ts.createSourceFile("cell.ts", source, ts.ScriptTarget.Latest, true);
  const around = (child: ts.Node): ts.Node | undefined =>
    child.getStart() < cursor && cursor <= child.end ? child : undefined;
  for (let child: ts.Node | undefined = node; child; child = ts.forEachChild(node, around)) node = child;
  return node;
}

/** The text between the quotes around the cursor. If the closing quote is missing, it ends at the cursor. */
export function stringAround(source: string, cursor: number): StringPart | undefined {
  const node = innermost(source, cursor);
  if (!ts.isStringLiteralLike(node)) return undefined;
  const start = node.getStart() + 1;
  const { isUnterminated = false } = node as ts.LiteralLikeNode;
  const end = isUnterminated ? cursor : node.end - 1;
  return cursor > end ? undefined : { start, end, quote: source[start - 1] };
}
