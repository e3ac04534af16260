import ts from "typescript";
import { addDocComments } from "./docComments";

/** Nobody reads more options than this. */
const MAX_OPTIONS = 60;
const LONGEST_TYPE = 60;

/**
 * The options of a function or class, a line each: name, type and doc comment. They are the properties of its last parameter, if all of
 * them may be left out.
 */
export function optionLines(signatures: readonly ts.Signature[], checker: ts.TypeChecker): string[] {
  for (const { parameters } of signatures) {
    const last = parameters.at(-1);
    const options = last ? optionsOf(last, checker) : [];
    if (options.length === 0) continue;
    const left = options.length - MAX_OPTIONS;
    const lines = options.slice(0, MAX_OPTIONS).map((option) => lineOf(option, checker));
    return left > 0 ? [...lines, `… and ${left} more`] : lines;
  }
  return [];
}

function optionsOf(parameter: ts.Symbol, checker: ts.TypeChecker): ts.Symbol[] {
  const type = checker.getNonNullableType(checker.getTypeOfSymbol(parameter));
  const isRecord = (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0;
  if (!isRecord || type.getCallSignatures().length > 0 || checker.isArrayLikeType(type)) return [];
  const properties = checker.getPropertiesOfType(type);
  return properties.every(({ flags }) => flags & ts.SymbolFlags.Optional) ? properties : [];
}

function lineOf(option: ts.Symbol, checker: ts.TypeChecker): string {
  addDocComments(option, checker);
  const type = checker.typeToString(checker.getNonNullableType(checker.getTypeOfSymbol(option)));
  const shown = type.length > LONGEST_TYPE ? `${type.slice(0, LONGEST_TYPE)}…` : type;
  const text = ts.displayPartsToString(option.getDocumentationComment(checker)).replace(/\s+/g, " ");
  return `  ${option.name}?: ${shown}${text === "" ? "" : ` — ${text}`}`;
}
