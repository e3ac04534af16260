import ts from "typescript";
import { internals } from "../typescript/internals";
import { calledAround } from "./callAround";
import { addDocComments } from "./docComments";
import { withOverloads } from "./overloads";

/** What a property of an object literal is for the type that is expected there. */
function expectedProperty(node: ts.Node, checker: ts.TypeChecker): ts.Symbol | undefined {
  const element = internals.getContainingObjectLiteralElement(node);
  const expected = element && checker.getContextualType(element.parent);
  const symbols =
    expected && internals.getPropertySymbolsFromContextualType(element, checker, expected, false);
  return symbols?.[0];
}

/** The symbol at a node, but not the one for what TypeScript does not know. */
function knownSymbol(node: ts.Node, checker: ts.TypeChecker): ts.Symbol | undefined {
  if (ts.isSourceFile(node)) return undefined;
  const symbol = expectedProperty(node, checker) ?? checker.getSymbolAtLocation(node);
  return symbol?.name === "unknown" ? undefined : symbol;
}

/** What is known of the name at a position or, where there is none, of the function in whose call the position is. */
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
    documentation: display.documentation,
    ...(display.tags ? { tags: display.tags } : {}),
  };
}
