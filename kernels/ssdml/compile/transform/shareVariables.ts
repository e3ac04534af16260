import ts from "typescript";
import { redefineImports } from "./importedVariables";
import type { InternalNode, InternalSourceFile } from "../typescript/internals";
import { boundNames, isNameOfParent, namesOf, type Names } from "./variableNames";
import {
  asFunction,
  executed,
  followGlobal,
  inPlaceOf,
  isVariable,
  nothing,
  variable,
} from "./variableNodes";
import { isFilledNext, isOutsideFunctions, takesName, withoutParentheses } from "./variableSyntax";

const { factory } = ts;

/**
 * Turns the top-level names of a compiled cell into variables that all cells share: `let n = 0; f(n)` → `exports.n = 0; (0, exports.f)(exports.n)`.
 * Thus a function sees what later cells assign or declare again, as in Python. Runs on the ES module that tslab makes of a cell, before it
 * becomes CommonJS. In loops of the cell itself this costs little, because the object keeps V8's fast form.
 *
 * @param onNames - Called with the names of the cell.
 */
export function shareVariables(onNames: (names: Names) => void): ts.CustomTransformers {
  return {
    before: [
      (context) => (file) => {
        const names = namesOf(file as InternalSourceFile);
        onNames(names);
        return new Sharing(context, file, names).run();
      },
    ],
    after: [() => redefineImports],
  };
}

/** The assignment operators that give a nameless function or class the name of the variable. */
const ASSIGNS_WITH_NAME: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.EqualsToken,
  ts.SyntaxKind.QuestionQuestionEqualsToken,
  ts.SyntaxKind.BarBarEqualsToken,
  ts.SyntaxKind.AmpersandAmpersandEqualsToken,
]);

class Sharing {
  constructor(
    private readonly context: ts.TransformationContext,
    private readonly file: ts.SourceFile,
    private readonly names: Names,
  ) {}

  run(): ts.SourceFile {
    const file = ts.visitEachChild(this.file, this.visit, this.context);
    return factory.updateSourceFile(file, [...[...this.names.ambient].map(followGlobal), ...file.statements]);
  }

  private readonly visit = (node: ts.Node): ts.VisitResult<ts.Node | undefined> => {
    if (ts.isIdentifier(node)) {
      const isReference = !isNameOfParent(node) && this.isShared(node, node.parent);
      return isReference ? inPlaceOf(node, variable(node.text)) : node;
    }
    if (ts.isExportDeclaration(node)) return this.remainingExports(node);
    if (ts.isVariableStatement(node)) return this.statement(node);
    if (ts.isForStatement(node)) return this.forLoop(node);
    if (ts.isForInStatement(node) || ts.isForOfStatement(node)) return this.forEachLoop(node);
    if (
      ts.isClassDeclaration(node) &&
      node.parent === this.file &&
      this.names.own.has(node.name?.text ?? "")
    ) {
      return this.classDeclaration(node);
    }
    if (ts.isShorthandPropertyAssignment(node)) return this.shorthand(node);
    if (ts.isBinaryExpression(node) && ASSIGNS_WITH_NAME.has(node.operatorToken.kind)) {
      const { left, right } = node;
      const isVariable = ts.isIdentifier(left) && this.isShared(left, node);
      const value = isVariable ? this.valueFor(left, right) : this.expression(right);
      return factory.updateBinaryExpression(node, this.expression(node.left), node.operatorToken, value);
    }
    return this.called(ts.visitEachChild(node, this.visit, this.context));
  };

  /** Calls of variables are calls of functions, not of methods. */
  private called(node: ts.Node): ts.Node {
    if (ts.isCallExpression(node)) {
      const callee = withoutParentheses(node.expression);
      if (!isVariable(callee)) return node;
      return ts.isCallChain(node)
        ? factory.updateCallChain(node, asFunction(callee), node.questionDotToken, undefined, node.arguments)
        : factory.updateCallExpression(node, asFunction(callee), undefined, node.arguments);
    }
    if (!ts.isTaggedTemplateExpression(node)) return node;
    const tag = withoutParentheses(node.tag);
    return isVariable(tag)
      ? factory.updateTaggedTemplateExpression(node, asFunction(tag), undefined, node.template)
      : node;
  }

  private expression<T extends ts.Expression | undefined>(node: T): T {
    return ts.visitNode(node, this.visit) as T;
  }

  /** Whether a name refers to a shared variable: no scope in between declares it. */
  private isShared(node: ts.Identifier, inner: ts.Node): boolean {
    if (!this.names.all.has(node.text)) return false;
    for (let scope = inner; scope !== this.file; scope = scope.parent) {
      if ((scope as InternalNode).locals?.has(node.escapedText as string)) return false;
      if ((ts.isFunctionExpression(scope) || ts.isClassLike(scope)) && scope.name?.text === node.text)
        return false;
    }
    return true;
  }

  private remainingExports(node: ts.ExportDeclaration): ts.ExportDeclaration | undefined {
    if (!node.exportClause || !ts.isNamedExports(node.exportClause)) return node;
    const { own, ambient } = this.names;
    const elements = node.exportClause.elements.filter(
      ({ name }) => !own.has(name.text) && !ambient.has(name.text),
    );
    const clause = factory.updateNamedExports(node.exportClause, elements);
    return factory.updateExportDeclaration(node, node.modifiers, false, clause, undefined, undefined);
  }

  /** Whether a list declares shared variables: at the top level, or by `var` anywhere outside of functions. */
  private declaresShared(list: ts.VariableDeclarationList): boolean {
    const names = list.declarations.flatMap(({ name }) => boundNames(name));
    if (!names.some((name) => this.names.own.has(name))) return false;
    const isTop = ts.isVariableStatement(list.parent) && list.parent.parent === this.file;
    return isTop || ((list.flags & ts.NodeFlags.BlockScoped) === 0 && isOutsideFunctions(list));
  }

  private statement(node: ts.VariableStatement): ts.VisitResult<ts.Node> {
    const list = node.declarationList;
    const isExported = (node.modifiers ?? []).length > 0;
    if (isExported || !this.declaresShared(list)) return ts.visitEachChild(node, this.visit, this.context);
    const isTop = node.parent === this.file;
    const statements = list.declarations.flatMap((declaration) => [
      ...this.assignments(declaration).map((assignment) =>
        inPlaceOf(declaration, factory.createExpressionStatement(assignment)),
      ),
      ...(isTop ? [executed(boundNames(declaration.name))] : []),
    ]);
    return statements.length > 0 ? statements : factory.createEmptyStatement();
  }

  /** The assignments that replace a declaration. */
  private assignments(declaration: ts.VariableDeclaration): ts.Expression[] {
    const { name, initializer, parent } = declaration;
    const set = (value: ts.Expression): ts.Expression[] => [
      inPlaceOf(declaration, factory.createAssignment(this.target(name), value)),
    ];
    if (initializer) return set(this.valueFor(name, initializer));
    const isVar = (parent.flags & ts.NodeFlags.BlockScoped) === 0;
    return isVar && !(ts.isIdentifier(name) && isFilledNext(parent.parent, name.text)) ? [] : set(nothing());
  }

  /** The assignment target for a declared name or pattern: `{ a, b: [c = 1] }` → `{ a: exports.a, b: [exports.c = 1] }`. */
  private target(name: ts.BindingName): ts.Expression {
    if (ts.isIdentifier(name)) return inPlaceOf(name, variable(name.text));
    if (ts.isArrayBindingPattern(name)) {
      const elements = name.elements.map((element) => {
        if (ts.isOmittedExpression(element)) return element;
        const value = this.targetOf(element);
        return element.dotDotDotToken ? factory.createSpreadElement(value) : value;
      });
      return inPlaceOf(name, factory.createArrayLiteralExpression(elements));
    }
    const properties = name.elements.map((element) => {
      const value = this.targetOf(element);
      if (element.dotDotDotToken) return factory.createSpreadAssignment(value);
      const key = element.propertyName ?? (element.name as ts.Identifier).text;
      const visited = typeof key === "string" ? key : (ts.visitNode(key, this.visit) as ts.PropertyName);
      return factory.createPropertyAssignment(visited, value);
    });
    return inPlaceOf(name, factory.createObjectLiteralExpression(properties));
  }

  private targetOf({ name, initializer }: ts.BindingElement): ts.Expression {
    const target = this.target(name);
    return initializer ? factory.createAssignment(target, this.valueFor(name, initializer)) : target;
  }

  /** The value to assign to a name. A nameless function or class takes the name of a variable, but not that of a property. */
  private valueFor(name: ts.Node, value: ts.Expression): ts.Expression {
    const visited = this.expression(value);
    if (!ts.isIdentifier(name) || !takesName(value)) return visited;
    const named = factory.createObjectLiteralExpression([
      factory.createPropertyAssignment(name.text, visited),
    ]);
    return factory.createPropertyAccessExpression(factory.createParenthesizedExpression(named), name.text);
  }

  private classDeclaration(node: ts.ClassDeclaration): ts.Statement[] {
    const { modifiers, name, heritageClauses, members } = ts.visitEachChild(node, this.visit, this.context);
    const expression = factory.createClassExpression(modifiers, name, undefined, heritageClauses, members);
    const value = inPlaceOf(node, expression);
    const assignment = factory.createAssignment(variable(node.name!.text), value);
    const statement = inPlaceOf(node, factory.createExpressionStatement(assignment));
    return [statement, executed([node.name!.text])];
  }

  private shorthand(node: ts.ShorthandPropertyAssignment): ts.Node {
    const initializer = this.expression(node.objectAssignmentInitializer);
    if (!this.isShared(node.name, node.parent))
      return factory.updateShorthandPropertyAssignment(node, node.name, initializer);
    const target = variable(node.name.text);
    const value = initializer ? factory.createAssignment(target, initializer) : target;
    return inPlaceOf(node, factory.createPropertyAssignment(node.name.text, value));
  }

  /** `for (var k = 0; …)` → `for (exports.k = 0; …)` */
  private forLoop(node: ts.ForStatement): ts.Node {
    const list = node.initializer;
    if (!list || !ts.isVariableDeclarationList(list) || !this.declaresShared(list)) {
      return ts.visitEachChild(node, this.visit, this.context);
    }
    const assignments = list.declarations.flatMap((declaration) => this.assignments(declaration));
    return factory.updateForStatement(
      node,
      assignments.length > 0 ? assignments.reduce((all, one) => factory.createComma(all, one)) : undefined,
      this.expression(node.condition),
      this.expression(node.incrementor),
      this.body(node.statement),
    );
  }

  /** `for (var x of xs) …` → `for (exports.x of xs) …` */
  private forEachLoop(node: ts.ForInOrOfStatement): ts.Node {
    const list = node.initializer;
    if (!ts.isVariableDeclarationList(list) || !this.declaresShared(list)) {
      return ts.visitEachChild(node, this.visit, this.context);
    }
    const target = this.target(list.declarations[0].name);
    const expression = this.expression(node.expression);
    const body = this.body(node.statement);
    return ts.isForInStatement(node)
      ? factory.updateForInStatement(node, target, expression, body)
      : factory.updateForOfStatement(node, node.awaitModifier, target, expression, body);
  }

  private body(statement: ts.Statement): ts.Statement {
    const lift = (nodes: readonly ts.Node[]): ts.Statement => factory.createBlock(nodes as ts.Statement[]);
    return ts.visitNode(statement, this.visit, ts.isStatement, lift)!;
  }
}
