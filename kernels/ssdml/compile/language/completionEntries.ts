import ts from "typescript";
import { isOfEarlierCells } from "../typescript/internals";

/** A place in TypeScript's order behind what the cell itself declares ("11") and in front of the names of other files ("15"). */
const DECLARED_EARLIER = "14";

function isOfEarlierCell({ declarations = [] }: ts.Symbol): boolean {
  return declarations.some((declaration) => isOfEarlierCells(declaration.getSourceFile()));
}

/** The types from which every function and every class inherits: what is its own comes first. */
const OF_EVERY_FUNCTION = new Set(["Function", "CallableFunction", "NewableFunction"]);
const LAST = "15";

function isOfEveryFunction({ flags, declarations = [] }: ts.Symbol): boolean {
  const isInherited = ({ parent }: ts.Declaration): boolean =>
    ts.isInterfaceDeclaration(parent) && OF_EVERY_FUNCTION.has(parent.name.text);
  return (flags & ts.SymbolFlags.Prototype) !== 0 || declarations.some(isInherited);
}

type KindOf = (symbol: ts.Symbol) => ts.ScriptElementKind;

/** What an imported name stands for; of functions often only the type says it. */
function importedKind(symbol: ts.Symbol, checker: ts.TypeChecker, kindOf: KindOf): ts.ScriptElementKind {
  const meant = checker.getAliasedSymbol(symbol);
  const isFunction =
    (meant.flags & ts.SymbolFlags.Variable) !== 0 &&
    checker.getTypeOfSymbol(meant).getCallSignatures().length > 0;
  return isFunction ? ts.ScriptElementKind.functionElement : kindOf(meant);
}

/**
 * The entries with names of earlier cells next to those of the cell itself, with what every function has behind what is a
 * function's own, and with what is imported as what it is.
 */
export function describedEntries(
  entries: readonly ts.CompletionEntry[],
  checker: ts.TypeChecker,
  kindOf: KindOf,
): ts.CompletionEntry[] {
  return entries.map((entry) => {
    const { symbol } = entry;
    if (!symbol) return entry;
    const isImported = (symbol.flags & ts.SymbolFlags.Alias) !== 0;
    return {
      ...entry,
      ...(isOfEarlierCell(symbol) && { sortText: DECLARED_EARLIER }),
      ...(isOfEveryFunction(symbol) && { sortText: LAST }),
      ...(isImported && { kind: importedKind(symbol, checker, kindOf) }),
    };
  });
}
