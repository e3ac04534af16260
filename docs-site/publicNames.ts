import path from "node:path";
import ts from "typescript";
import { readProgram } from "./compiler";
import { root } from "./root";

/** A property, option or method of a public name. */
export interface Member {
  name: string;
  /** The type as the source has it: "number", "(x: MatrixLike) => Matrix". */
  type: string;
  isOptional: boolean;
  text: string;
}

/** A name that `lib/index.ts` exports, with what its doc comment and its declaration say. */
export interface PublicName {
  name: string;
  kind: "function" | "class" | "value" | "type";
  /** The declaration without bodies and comments. */
  signature: string;
  text: string;
  examples: string[];
  /** The options that a function or a constructor takes, or the properties of an interface. */
  fields: Member[];
  /** The name of the interface of the options, if it is public. */
  optionsType: string | undefined;
  /** Methods and properties of a class; `static` comes first in the name of its own ones. */
  members: Member[];
  /** Relative to the package. */
  file: string;
  /** From 1. */
  line: number;
}

/** All public names in the order of `lib/index.ts`. */
export function publicNames(): PublicName[] {
  const index = path.join(root, "lib", "index.ts");
  const program = readProgram([index]);
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(index);
  const module = source && checker.getSymbolAtLocation(source);
  if (!module) throw new Error(`docs: ${index} has no exports.`);
  return checker.getExportsOfModule(module).map((exported) => describe(exported, checker));
}

function describe(exported: ts.Symbol, checker: ts.TypeChecker): PublicName {
  const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
  const declarations = symbol.declarations ?? [];
  const declaration = declarations[0];
  const source = declaration.getSourceFile();
  const kind = kindOf(symbol, checker);
  const optionsType = kind === "function" || kind === "class" ? optionsOf(symbol, checker) : undefined;
  const tags = symbol.getJsDocTags(checker);
  const file = path.relative(root, source.fileName);
  const isOurs = !file.includes("node_modules");
  return {
    name: exported.name,
    kind,
    signature: isOurs ? declarations.map(headOf).join("\n") : `import type of ${file}`,
    text: isOurs ? ts.displayPartsToString(symbol.getDocumentationComment(checker)) : "",
    examples: tags
      .filter(({ name }) => name === "example")
      .map(({ text }) => ts.displayPartsToString(text).trim()),
    fields: isOurs ? fieldsOf(symbol, kind, optionsType, checker) : [],
    optionsType: optionsType?.aliasSymbol?.name ?? optionsType?.symbol?.name,
    members: isOurs && kind === "class" ? classMembers(symbol, checker) : [],
    file,
    line: source.getLineAndCharacterOfPosition(declaration.getStart()).line + 1,
  };
}

function kindOf(symbol: ts.Symbol, checker: ts.TypeChecker): PublicName["kind"] {
  if (symbol.flags & ts.SymbolFlags.Class) return "class";
  if (symbol.flags & ts.SymbolFlags.Function) return "function";
  if (!(symbol.flags & ts.SymbolFlags.Value)) return "type";
  const type = checker.getTypeOfSymbol(symbol);
  if (type.getConstructSignatures().length > 0) return "class";
  return type.getCallSignatures().length > 0 ? "function" : "value";
}

/** The type of the parameter `options` of a function or a constructor. */
function optionsOf(symbol: ts.Symbol, checker: ts.TypeChecker): ts.Type | undefined {
  const type = checker.getTypeOfSymbol(symbol);
  const signatures = [...type.getCallSignatures(), ...type.getConstructSignatures()];
  const parameter = signatures
    .at(-1)
    ?.parameters.find(({ name }) => /^(options|definition|experiment|run)$/.test(name));
  return parameter && checker.getNonNullableType(checker.getTypeOfSymbol(parameter));
}

function fieldsOf(
  symbol: ts.Symbol,
  kind: PublicName["kind"],
  optionsType: ts.Type | undefined,
  checker: ts.TypeChecker,
): Member[] {
  if (optionsType) return properties(optionsType, checker);
  const isRecord = symbol.declarations?.some(ts.isInterfaceDeclaration) ?? false;
  return kind === "type" && isRecord ? properties(checker.getDeclaredTypeOfSymbol(symbol), checker) : [];
}

function classMembers(symbol: ts.Symbol, checker: ts.TypeChecker): Member[] {
  const made = symbol.flags & ts.SymbolFlags.Class ? checker.getDeclaredTypeOfSymbol(symbol) : undefined;
  const ofClass = properties(checker.getTypeOfSymbol(symbol), checker).filter(
    ({ name }) => name !== "prototype",
  );
  return [
    ...ofClass.map((member) => ({ ...member, name: `static ${member.name}` })),
    ...(made ? properties(made, checker) : []),
  ];
}

/** The public properties of a type that are declared in this package. */
function properties(type: ts.Type, checker: ts.TypeChecker): Member[] {
  return type.getProperties().flatMap((property) => {
    const [declaration] = property.declarations ?? [];
    if (!declaration || declaration.getSourceFile().fileName.includes("node_modules")) return [];
    const modifiers = ts.getCombinedModifierFlags(declaration);
    if (modifiers & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected)) return [];
    if (property.name.startsWith("__")) return [];
    return {
      name: property.name,
      type: typeText(declaration, property, checker),
      isOptional: Boolean(property.flags & ts.SymbolFlags.Optional),
      text: ts.displayPartsToString(property.getDocumentationComment(checker)),
    };
  });
}

function typeText(declaration: ts.Declaration, property: ts.Symbol, checker: ts.TypeChecker): string {
  const written =
    ts.isPropertySignature(declaration) || ts.isPropertyDeclaration(declaration)
      ? declaration.type
      : undefined;
  if (written) return oneLine(written.getText()).replace(/ \| undefined$/, "");
  if (ts.isMethodSignature(declaration) || ts.isMethodDeclaration(declaration)) {
    const result = declaration.type ? `: ${declaration.type.getText()}` : "";
    return oneLine(`(${declaration.parameters.map((p) => p.getText()).join(", ")})${result}`);
  }
  return checker.typeToString(checker.getTypeOfSymbol(property));
}

/** A declaration as a reader needs it: without its body and its comments. */
function headOf(declaration: ts.Declaration): string {
  if (ts.isFunctionDeclaration(declaration))
    return declaration
      .getText()
      .slice(0, (declaration.body?.getStart() ?? declaration.getEnd()) - declaration.getStart())
      .replace(/^export /, "")
      .trim();
  if (ts.isClassDeclaration(declaration)) return `class ${declaration.name?.text}`;
  if (ts.isInterfaceDeclaration(declaration)) {
    const text = withoutComments(declaration.getText());
    return text
      .slice(0, text.indexOf("{"))
      .replace(/^export /, "")
      .trim();
  }
  if (ts.isVariableDeclaration(declaration)) {
    const { initializer } = declaration;
    if (initializer && ts.isArrowFunction(initializer))
      return oneLine(
        `const ${declaration.name.getText()} = ${initializer.getText().slice(0, initializer.equalsGreaterThanToken.getEnd() - initializer.getStart())} …`,
      );
    return `const ${declaration.name.getText()}`;
  }
  return withoutComments(declaration.getText()).replace(/^export /, "");
}

const withoutComments = (text: string) => text.replace(/\/\*\*[\s\S]*?\*\/\s*/g, "");
const oneLine = (text: string) => withoutComments(text).replace(/\s+/g, " ");
