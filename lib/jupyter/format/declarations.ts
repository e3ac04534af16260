import ts from "typescript";

/** The types of values that are checked here; all others are left to the compiler. */
export type ValueKind = "number" | "string" | "boolean";

/** A variable as a cell declares it. */
export interface Declaration {
  keyword: string;
  /** Its annotation. */
  type: string | undefined;
  /** The type of its values, from its annotation or else its literal value. */
  kind: ValueKind | undefined;
  /** As written, such as "seed: number = 1". */
  text: string;
}

/** The variables that a cell declares at its top level, including those in patterns, by name. */
export function declarations(source: string): Map<string, Declaration> {
  const file = ts.createSourceFile("cell.ts", source, ts.ScriptTarget.Latest);
  return new Map(
    file.statements.filter(ts.isVariableStatement).flatMap(({ declarationList: list }) => {
      const keyword = list.flags & ts.NodeFlags.Const ? "const" : "let";
      return list.declarations.flatMap((node): [string, Declaration][] => {
        const text = node.getText(file);
        if (!ts.isIdentifier(node.name)) {
          const plain = { keyword, type: undefined, kind: undefined, text };
          return namesIn(node.name).map((name) => [name, plain]);
        }
        const type = node.type?.getText(file);
        return [[node.name.text, { keyword, type, kind: kindOf(node), text }]];
      });
    }),
  );
}

function namesIn(name: ts.BindingName): string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) => (ts.isBindingElement(element) ? namesIn(element.name) : []));
}

function kindOf({ type, initializer }: ts.VariableDeclaration): ValueKind | undefined {
  if (type) return typeKinds.get(type.kind);
  if (initializer === undefined) return undefined;
  if (ts.isPrefixUnaryExpression(initializer)) {
    const isSigned = [ts.SyntaxKind.MinusToken, ts.SyntaxKind.PlusToken].includes(initializer.operator);
    return isSigned && ts.isNumericLiteral(initializer.operand) ? "number" : undefined;
  }
  return literalKinds.get(initializer.kind);
}

const typeKinds = new Map<ts.SyntaxKind, ValueKind>([
  [ts.SyntaxKind.NumberKeyword, "number"],
  [ts.SyntaxKind.StringKeyword, "string"],
  [ts.SyntaxKind.BooleanKeyword, "boolean"],
]);

const literalKinds = new Map<ts.SyntaxKind, ValueKind>([
  [ts.SyntaxKind.NumericLiteral, "number"],
  [ts.SyntaxKind.StringLiteral, "string"],
  [ts.SyntaxKind.NoSubstitutionTemplateLiteral, "string"],
  [ts.SyntaxKind.TemplateExpression, "string"],
  [ts.SyntaxKind.TrueKeyword, "boolean"],
  [ts.SyntaxKind.FalseKeyword, "boolean"],
]);
