import ts from "typescript";
import type { InternalSourceFile } from "./typescript/internals";
import { boundNames } from "./transform/variableNames";

const parse = (text: string): ts.SourceFile =>
  ts.createSourceFile("cell.ts", text, ts.ScriptTarget.Latest, true);

/** The namespaces to keep, including those merged with functions and classes. tslab drops them. */
export function keptNamespaces(declarations: string, isKept: (name: string) => boolean): string {
  if (!declarations.includes("namespace")) return "";
  return parse(declarations)
    .statements.filter(ts.isModuleDeclaration)
    .filter((statement) => !isAugmentation(statement) && isKept(statement.name.text))
    .map((statement) => `${statement.getText()}\n`)
    .join("");
}

/** `declare global` or `declare module "…"`. */
function isAugmentation({ name, flags }: ts.ModuleDeclaration): boolean {
  return ts.isStringLiteral(name) || (flags & ts.NodeFlags.GlobalAugmentation) !== 0;
}

/** The augmentations of earlier declarations that the new ones lack. tslab drops them. */
export function keptAugmentations(declarations: string, declared: string): string {
  if (!/\bdeclare (global|module)\b/.test(declarations)) return "";
  return parse(declarations)
    .statements.filter((statement) => ts.isModuleDeclaration(statement) && isAugmentation(statement))
    .map((statement) => `${statement.getText()}\n`)
    .filter((text) => !declared.includes(text.trimEnd()))
    .join("");
}

/** The variables and functions that a cell declares by `declare global`. */
export function globalNames({ statements }: ts.SourceFile): string[] {
  return statements
    .filter(ts.isModuleDeclaration)
    .filter((statement) => isAugmentation(statement) && ts.isIdentifier(statement.name))
    .flatMap(({ body }) => (body && ts.isModuleBlock(body) ? [...body.statements] : []))
    .flatMap((statement) => {
      if (ts.isFunctionDeclaration(statement)) return statement.name?.text ?? [];
      if (!ts.isVariableStatement(statement)) return [];
      return statement.declarationList.declarations.flatMap(({ name }) => boundNames(name));
    });
}

/** The literal type of a longer text helps nobody, but the compiler would read it again with every cell. */
const MAX_LITERAL_LENGTH = 1000;

/** Replaces the literal types of very long texts by `string`. */
export function shortenLiterals(declarations: string): string {
  if (declarations.length < MAX_LITERAL_LENGTH) return declarations;
  return declarations.split("\n").map(shortenLiteral).join("\n");
}

function shortenLiteral(line: string): string {
  const constant = line.length > MAX_LITERAL_LENGTH && /^(declare const [^ :]+)(?: =|:) (?=")/.exec(line);
  if (!constant || !isText(line.slice(constant[0].length, -1))) return line;
  return `${constant[1]}: string;`;
}

/** Whether code is a single string in double quotes. */
function isText(code: string): boolean {
  try {
    return typeof JSON.parse(code) === "string";
  } catch {
    return false;
  }
}

/** Declarations of the `var` variables in a cell's blocks and loops. TypeScript itself declares only those at the top level. */
export function nestedVariables(file: InternalSourceFile, checker: ts.TypeChecker): string {
  const flags = ts.TypeFormatFlags.NoTruncation;
  return [...(file.locals?.values() ?? [])]
    .filter(({ valueDeclaration }) => valueDeclaration && isNested(valueDeclaration))
    .map((symbol) => {
      const type = checker.typeToString(checker.getTypeOfSymbolAtLocation(symbol, file), undefined, flags);
      return `declare var ${symbol.name}: ${type};\n`;
    })
    .join("");
}

function isNested(declaration: ts.Node): boolean {
  if (ts.isBindingElement(declaration)) return isNested(declaration.parent.parent);
  if (!ts.isVariableDeclaration(declaration)) return false;
  const statement = declaration.parent.parent;
  return !ts.isVariableStatement(statement) || !ts.isSourceFile(statement.parent);
}

/** The text with the type `any` for the declaration at a position; `undefined` if there is no untyped declaration. */
export function typedAsAny(text: string, position: number): string | undefined {
  const declaration = declarationAt(parse(text), position);
  const place = declaration && untypedPlace(declaration);
  return place && `${text.slice(0, place.at)}: ${place.type}${text.slice(place.at)}`;
}

/** The innermost declaration whose name is at a position. */
function declarationAt(node: ts.Node, position: number): ts.NamedDeclaration | undefined {
  const inner = ts.forEachChild(node, (child) =>
    child.pos <= position && position <= child.end ? declarationAt(child, position) : undefined,
  );
  if (inner) return inner;
  const { name } = node as ts.NamedDeclaration;
  return name && name.getStart() <= position && position <= name.end
    ? (node as ts.NamedDeclaration)
    : undefined;
}

function untypedPlace(declaration: ts.Node): { at: number; type: string } | undefined {
  // Only a whole pattern can have a type.
  if (ts.isBindingElement(declaration)) return untypedPlace(declaration.parent.parent);
  if (ts.isFunctionLike(declaration)) {
    if (declaration.type) return undefined;
    const closing = declaration.getChildren().find(({ kind }) => kind === ts.SyntaxKind.CloseParenToken);
    return closing && { at: closing.getEnd(), type: resultType(declaration) };
  }
  const canBeTyped =
    ts.isVariableDeclaration(declaration) ||
    ts.isPropertyDeclaration(declaration) ||
    ts.isParameter(declaration);
  if (!canBeTyped || declaration.type) return undefined;
  const mark = ts.isVariableDeclaration(declaration)
    ? declaration.exclamationToken
    : declaration.questionToken;
  return { at: (mark ?? declaration.name).end, type: "any" };
}

function resultType(declaration: ts.SignatureDeclaration): string {
  const isAsync = ts.canHaveModifiers(declaration)
    ? (declaration.modifiers ?? []).some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword)
    : false;
  const isGenerator = "asteriskToken" in declaration && declaration.asteriskToken !== undefined;
  if (isGenerator) return isAsync ? "AsyncGenerator<any>" : "Generator<any>";
  return isAsync ? "Promise<any>" : "any";
}
