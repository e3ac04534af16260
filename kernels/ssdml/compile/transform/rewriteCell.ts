import ts from "typescript";
import { SUPPORT, supportMember } from "./runtimeCalls";
import { isCell, isOfEarlierCells, type InternalSourceFile } from "../typescript/internals";

const { factory } = ts;

export function isImportMeta(node: ts.Node): node is ts.MetaProperty {
  return ts.isMetaProperty(node) && node.keywordToken === ts.SyntaxKind.ImportKeyword;
}

function declarationsOfEarlierCells(symbol: ts.Symbol | undefined): ts.Declaration[] {
  return (symbol?.declarations ?? []).filter((node) => isOfEarlierCells(node.getSourceFile()));
}

/** Whether a symbol has a value that an earlier cell declared. */
function isFromEarlierCell(symbol: ts.Symbol | undefined): boolean {
  return declarationsOfEarlierCells(symbol).some((node) => !ts.isInterfaceDeclaration(node));
}

/** Whether earlier cells have only added to the type of a value that is there for all, as `declare global { interface Array<T> … }` does. */
function isOnlyExtended(symbol: ts.Symbol | undefined): boolean {
  const earlier = declarationsOfEarlierCells(symbol);
  return earlier.length > 0 && earlier.every(ts.isInterfaceDeclaration);
}

/** The names under which compiled cells reach their variables and their kernel. */
const TAKEN = new Set(["exports", SUPPORT]);

const otherName = ({ text }: ts.Identifier): ts.Identifier => factory.createIdentifier(`${text}_`);

/** Whether a symbol is that of a variable, function or class in an inner scope of the cell. */
function isInner(symbol: ts.Symbol | undefined): boolean {
  const values = ts.SymbolFlags.Variable | ts.SymbolFlags.Function | ts.SymbolFlags.Class;
  if (!symbol || (symbol.flags & values) === 0) return false;
  return (symbol.declarations ?? []).some((node) => {
    const file = node.getSourceFile() as InternalSourceFile;
    return isCell(file) && file.locals?.get(symbol.escapedName as string) !== symbol;
  });
}

/**
 * Runs on a cell before tslab's own transformer, for what that one gets wrong or leaves out:
 * - `{a}` with `a` of an earlier cell → `{a: exports.a}`; property names are quoted where tslab would take them for variables
 * - `Array`, to whose type an earlier cell has added, stays what it is for all
 * - inner variables called `exports` get another name: compiled cells have their variables there
 * - `import.meta` → `meta`
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
    const isHidden = TAKEN.has(node.name.text) && isInner(symbol);
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
    if (ts.isBindingElement(node) && !node.propertyName && isTaken(node.name) && !node.dotDotDotToken) {
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

  function isTaken(node: ts.Node): node is ts.Identifier {
    return ts.isIdentifier(node) && TAKEN.has(node.text) && isInner(symbolOf(node));
  }

  return (context) => (file) => {
    function visit(node: ts.Node): ts.Node {
      if (isTaken(node)) return otherName(node);
      if (isImportMeta(node)) return supportMember("meta");
      if (ts.isIdentifier(node) && isOnlyExtended(symbolOf(node))) {
        // Of a new node tslab knows no symbol.
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

/** Blanks `export` and `export default` in front of declarations, and lists of exports; positions stay what they were but behind a default. */
export function blankExports(source: string): string {
  const file = ts.createSourceFile("cell.ts", source, ts.ScriptTarget.Latest, true);
  let text = source;
  const blank = (start: number, end: number): void => {
    text = text.slice(0, start) + text.slice(start, end).replace(/[^\n]/g, " ") + text.slice(end);
  };
  const enclose = (start: number, end: number): void => {
    text = `${text.slice(0, start - 1)}(${text.slice(start, end)})${text.slice(end)}`;
  };
  // From the last to the first: what is added shifts only what is done already.
  for (const statement of [...file.statements].reverse()) {
    const start = statement.getStart(file);
    if (ts.isExportAssignment(statement) && !statement.isExportEquals) {
      const { expression } = statement;
      blank(start, expression.getStart(file));
      enclose(expression.getStart(file), expression.end);
    } else if (ts.isExportDeclaration(statement) && !statement.moduleSpecifier) {
      blank(start, statement.end);
    } else if (ts.canHaveModifiers(statement)) {
      const words = (statement.modifiers ?? []).filter(
        ({ kind }) => kind === ts.SyntaxKind.ExportKeyword || kind === ts.SyntaxKind.DefaultKeyword,
      );
      for (const word of words) blank(word.getStart(file), word.end);
      const isNameless =
        (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) && !statement.name;
      if (isNameless && words.length > 0) enclose(words.at(-1)!.end + 1, statement.end);
    }
  }
  return text;
}

/** `await using` has the flags of `using` and of `const`. */
function isAwaitUsing({ flags }: ts.VariableDeclarationList): boolean {
  return (flags & ts.NodeFlags.Using) !== 0 && (flags & ts.NodeFlags.Const) !== 0;
}

/** Whether the cell awaits outside of any function. */
export function awaitsAtTopLevel(source: string): boolean {
  const file = ts.createSourceFile("cell.ts", `export {};\n${source}`, ts.ScriptTarget.Latest, true);
  function awaits(node: ts.Node): boolean {
    if (ts.isAwaitExpression(node) || (ts.isForOfStatement(node) && node.awaitModifier)) return true;
    if (ts.isVariableDeclarationList(node) && isAwaitUsing(node)) return true;
    if (ts.isFunctionLike(node)) return node.name !== undefined && awaits(node.name);
    return ts.forEachChild(node, (child) => awaits(child) || undefined) ?? false;
  }
  return awaits(file);
}
