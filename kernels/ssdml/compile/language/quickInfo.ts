import ts from "typescript";
import { internals } from "../typescript/internals";
import { addDocComments } from "./docComments";
import { optionLines } from "./optionLines";

/** The property of the expected type that a property of an object literal refers to. */
function expectedProperty(node: ts.Node, checker: ts.TypeChecker): ts.Symbol | undefined {
  const element = internals.getContainingObjectLiteralElement(node);
  const expected = element && checker.getContextualType(element.parent);
  const symbols =
    expected && internals.getPropertySymbolsFromContextualType(element, checker, expected, false);
  return symbols?.[0];
}

/** The symbol at a node; `undefined` if TypeScript does not know it. */
function knownSymbol(node: ts.Node, checker: ts.TypeChecker): ts.Symbol | undefined {
  if (ts.isSourceFile(node)) return undefined;
  const symbol = expectedProperty(node, checker) ?? checker.getSymbolAtLocation(node);
  return symbol?.name === "unknown" ? undefined : symbol;
}

/** Information about the name at a position or, if there is none, about the function whose call surrounds the position. */
export function quickInfo(
  file: ts.SourceFile,
  checker: ts.TypeChecker,
  _token: unknown,
  position: number,
): ts.QuickInfo | undefined {
  const touched = internals.getTouchingPropertyName(file, position);
  const called = calledAround(internals.findPrecedingToken(position, file), position);
  const node = [touched, called].find((candidate) => candidate && knownSymbol(candidate, checker));
  const symbol = node && knownSymbol(node, checker);
  if (!symbol) return undefined;
  addDocComments(symbol, checker);
  const display = internals.SymbolDisplay.getSymbolDisplayPartsDocumentationAndSymbolKind(
    checker,
    symbol,
    file,
    internals.getContainerNode(node),
    node,
  );
  return {
    kind: display.symbolKind,
    kindModifiers: internals.SymbolDisplay.getSymbolModifiers(checker, symbol),
    textSpan: internals.createTextSpanFromNode(node, file),
    displayParts: withOverloads(display.displayParts, node, checker),
    documentation: withOptions(display.documentation, node, checker),
    ...(display.tags ? { tags: display.tags } : {}),
  };
}

/** The doc comment of a function or class, and its options. */
function withOptions(
  documentation: ts.SymbolDisplayPart[],
  name: ts.Node,
  checker: ts.TypeChecker,
): ts.SymbolDisplayPart[] {
  const lines = optionLines(signaturesOf(name, checker), checker);
  if (lines.length === 0) return documentation;
  const start = documentation.length > 0 ? "\n\n" : "";
  return [...documentation, { kind: "text", text: `${start}Options:\n${lines.join("\n")}` }];
}

type Call = ts.CallExpression | ts.NewExpression;

function isCall(node: ts.Node): node is Call {
  return ts.isCallExpression(node) || ts.isNewExpression(node);
}

/** Whether a position is between the parentheses of a call. The closing one may still be missing. */
function isAmongArguments({ arguments: values, end }: Call, text: string, position: number): boolean {
  if (!values || position < values.pos) return false;
  const isClosed = text[end - 1] === ")" && end > values.end;
  return !isClosed || position <= end;
}

/** The name that a call calls: the last one of `a.b.c(…)`. */
function calledName({ expression }: Call): ts.Node {
  return ts.isPropertyAccessExpression(expression) ? expression.name : expression;
}

/**
 * The name of the function or class in the innermost call around a position, starting from the token before it. The body of a
 * function passed to a call does not count as an argument.
 */
function calledAround(token: ts.Node | undefined, position: number): ts.Node | undefined {
  for (let node = token; node && !ts.isSourceFile(node) && !ts.isBlock(node); node = node.parent) {
    if (isCall(node) && isAmongArguments(node, node.getSourceFile().text, position)) return calledName(node);
  }
  return undefined;
}

/** Nobody reads more overloads than this. */
const MAX_OVERLOADS = 12;

/** The signatures of the function or class of a name. */
function signaturesOf(name: ts.Node, checker: ts.TypeChecker): readonly ts.Signature[] {
  const type = checker.getTypeAtLocation(name);
  const called = ts.isPropertyAccessExpression(name.parent) ? name.parent : name;
  return ts.isNewExpression(called.parent) && called.parent.expression === called
    ? type.getConstructSignatures()
    : type.getCallSignatures();
}

const onOneLine = (text: string): string => text.replace(/\s+/g, " ");

/** The display of a name and, if it is overloaded, a line for each further overload. */
function withOverloads(
  display: ts.SymbolDisplayPart[],
  name: ts.Node,
  checker: ts.TypeChecker,
): ts.SymbolDisplayPart[] {
  const signatures = signaturesOf(name, checker);
  if (signatures.length < 2) return display;
  const shown = onOneLine(display.map(({ text }) => text).join(""));
  const others = [...new Set(signatures.map((signature) => checker.signatureToString(signature, name)))]
    .filter((signature) => !shown.includes(`${onOneLine(signature)} (`))
    .map((signature) => `\n${name.getText()}${signature}`);
  const left = others.length - MAX_OVERLOADS;
  const lines = [...others.slice(0, MAX_OVERLOADS), ...(left > 0 ? [`\n… and ${left} more`] : [])];
  return [...display, { kind: "text", text: lines.join("") }];
}
