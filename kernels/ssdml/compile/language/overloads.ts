import ts from "typescript";

/** More of them nobody reads. */
const MOST_SHOWN = 12;

/** The signatures with which the function or class of a name can be called. */
function signaturesOf(name: ts.Node, checker: ts.TypeChecker): readonly ts.Signature[] {
  const type = checker.getTypeAtLocation(name);
  const called = ts.isPropertyAccessExpression(name.parent) ? name.parent : name;
  return ts.isNewExpression(called.parent) && called.parent.expression === called
    ? type.getConstructSignatures()
    : type.getCallSignatures();
}

const onOneLine = (text: string): string => text.replace(/\s+/g, " ");

/** The display of a name and, where it is overloaded, a line for each other way to call it. */
export function withOverloads(
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
  const left = others.length - MOST_SHOWN;
  const lines = [...others.slice(0, MOST_SHOWN), ...(left > 0 ? [`\n… and ${left} more`] : [])];
  return [...display, { kind: "text", text: lines.join("") }];
}
