import ts from "typescript";
import { RUNTIME, runtimeMember } from "./runtimeCalls";
import { isImportMeta } from "./sourceText";
import { isCell, isOfEarlierCells, type InternalSourceFile } from "../typescript/internals";

const { factory } = ts;

function declarationsOfEarlierCells(symbol: ts.Symbol | undefined): ts.Declaration[] {
  return (symbol?.declarations ?? []).filter((node) => isOfEarlierCells(node.getSourceFile()));
}

/** Whether a symbol has a value that an earlier cell declared. */
function isFromEarlierCell(symbol: ts.Symbol | undefined): boolean {
  return declarationsOfEarlierCells(symbol).some((node) => !ts.isInterfaceDeclaration(node));
}

/** Whether earlier cells have only extended the type of a global value, as `declare global { interface Array<T> … }` does. */
function isOnlyExtended(symbol: ts.Symbol | undefined): boolean {
  const earlier = declarationsOfEarlierCells(symbol);
  return earlier.length > 0 && earlier.every(ts.isInterfaceDeclaration);
}

/** The names under which compiled cells reach their variables and the kernel. */
const RESERVED = new Set(["exports", RUNTIME]);

const otherName = ({ text }: ts.Identifier): ts.Identifier => factory.createIdentifier(`${text}_`);

/** Whether a symbol is a variable, function or class in an inner scope of the cell. */
function isInner(symbol: ts.Symbol | undefined): boolean {
  const values = ts.SymbolFlags.Variable | ts.SymbolFlags.Function | ts.SymbolFlags.Class;
  if (!symbol || (symbol.flags & values) === 0) return false;
  return (symbol.declarations ?? []).some((node) => {
    const file = node.getSourceFile() as InternalSourceFile;
    return isCell(file) && file.locals?.get(symbol.escapedName as string) !== symbol;
  });
}

/**
 * Runs on a cell before tslab's own transformer and handles what that one gets wrong or leaves out:
 * - `{a}` with `a` of an earlier cell → `{a: exports.a}`; quotes property names that tslab would take for variables
 * - a global such as `Array` whose type an earlier cell has extended stays the global
 * - inner variables called `exports` get another name, since compiled cells keep their variables there
 * - `import.meta` → `importMeta`
 */
export function rewriteCell(checker: ts.TypeChecker): ts.TransformerFactory<ts.SourceFile> {
  function symbolOf(node: ts.Node): ts.Symbol | undefined {
    const original = ts.getOriginalNode(node);
    return ts.isShorthandPropertyAssignment(original)
      ? checker.getShorthandAssignmentValueSymbol(original)
      : checker.getSymbolAtLocation(original);
  }

  function shorthand(node: ts.ShorthandPropertyAssignment): ts.Node {
    const symbol = symbolOf(node);
    const isHidden = RESERVED.has(node.name.text) && isInner(symbol);
    if (!isHidden && !isFromEarlierCell(symbol)) return node;
    const variable = isHidden
      ? otherName(node.name)
      : factory.createPropertyAccessExpression(
          factory.createIdentifier("exports"),
          factory.createIdentifier(node.name.text),
        );
    const value = node.objectAssignmentInitializer
      ? factory.createAssignment(variable, node.objectAssignmentInitializer)
      : variable;
    return factory.createPropertyAssignment(factory.createIdentifier(node.name.text), value);
  }

  function quoteName(node: ts.Node): ts.Node {
    if (ts.isBindingElement(node) && !node.propertyName && isReserved(node.name) && !node.dotDotDotToken) {
      const name = factory.createStringLiteral(node.name.text);
      const isOfObject = ts.isObjectBindingPattern(ts.getOriginalNode(node).parent);
      return isOfObject
        ? factory.updateBindingElement(node, undefined, name, node.name, node.initializer)
        : node;
    }
    if (ts.isBindingElement(node) && node.propertyName && ts.isIdentifier(node.propertyName)) {
      const name = factory.createStringLiteral(node.propertyName.text);
      return factory.updateBindingElement(node, node.dotDotDotToken, name, node.name, node.initializer);
    }
    if (ts.isPropertyAssignment(node) && ts.isIdentifier(node.name)) {
      if (isFromEarlierCell(checker.getSymbolAtLocation(ts.getOriginalNode(node.name)))) {
        return factory.updatePropertyAssignment(
          node,
          factory.createStringLiteral(node.name.text),
          node.initializer,
        );
      }
    }
    return node;
  }

  function isReserved(node: ts.Node): node is ts.Identifier {
    return ts.isIdentifier(node) && RESERVED.has(node.text) && isInner(symbolOf(node));
  }

  return (context) => (file) => {
    function visit(node: ts.Node): ts.Node {
      if (isReserved(node)) return otherName(node);
      if (isImportMeta(node)) return runtimeMember("importMeta");
      if (ts.isIdentifier(node) && isOnlyExtended(symbolOf(node))) {
        // tslab finds no symbol for a new node.
        return ts.setTextRange(factory.createIdentifier(node.text), node);
      }
      if (ts.isShorthandPropertyAssignment(node)) {
        return ts.visitEachChild(shorthand(node), visit, context);
      }
      return ts.visitEachChild(quoteName(node), visit, context);
    }
    return ts.visitEachChild(file, visit, context);
  };
}
