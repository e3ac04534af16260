import ts from "typescript";
import { handImportsOn } from "./imported-variables";
import type { InternalNode, InternalSourceFile } from "./typescript";
import { boundNames, isNameOfParent, namesOf, type Names } from "./variable-names";
import { asFunction, fromGlobal, inPlaceOf, isVariable, nothing, variable } from "./variable-nodes";

const { factory } = ts;

/**
 * Makes the top-level names of a compiled cell variables that all cells share: `let n = 0; f(n)` → `exports.n = 0; (0, exports.f)(exports.n)`.
 * So a function sees what later cells assign or declare anew, as in Python. Runs on the ES module that tslab makes of a cell, before it
 * becomes CommonJS. In loops of the cell itself this costs little: the object keeps V8's fast form.
 *
 * @param onNames - Is told the names that the cell gives values to, but for its last value.
 */
export function shareVariables(onNames: (names: string[]) => void): ts.CustomTransformers {
  return {
    before: [
      (context) => (file) => {
        const names = namesOf(file as InternalSourceFile);
        onNames([...names.all]);
        return new Sharing(context, file, names).run();
      },
    ],
    after: [() => handImportsOn],
  };
}

class Sharing {
  /** Names that are still being bound by the pattern around. */
  private binding: readonly string[] = [];

  constructor(
    private readonly context: ts.TransformationContext,
    private readonly file: ts.SourceFile,
    private readonly names: Names,
  ) {}

  run(): ts.SourceFile {
    const file = ts.visitEachChild(this.file, this.visit, this.context);
    return factory.updateSourceFile(file, [...[...this.names.ambient].map(fromGlobal), ...file.statements]);
  }

  private readonly visit = (node: ts.Node): ts.VisitResult<ts.Node | undefined> => {
    if (ts.isIdentifier(node)) {
      const stands = !isNameOfParent(node) && this.isShared(node, node.parent);
      return stands ? inPlaceOf(node, variable(node.text)) : node;
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
    const visited = ts.visitEachChild(node, this.visit, this.context);
    if (ts.isCallExpression(visited) && isVariable(visited.expression)) {
      return ts.isCallChain(visited)
        ? factory.updateCallChain(
            visited,
            asFunction(visited.expression),
            visited.questionDotToken,
            undefined,
            visited.arguments,
          )
        : factory.updateCallExpression(visited, asFunction(visited.expression), undefined, visited.arguments);
    }
    if (ts.isTaggedTemplateExpression(visited) && isVariable(visited.tag)) {
      return factory.updateTaggedTemplateExpression(
        visited,
        asFunction(visited.tag),
        undefined,
        visited.template,
      );
    }
    return visited;
  };

  private expression<T extends ts.Expression | undefined>(node: T): T {
    return ts.visitNode(node, this.visit) as T;
  }

  /** Whether a name is that of a shared variable: no scope in between declares it. */
  private isShared(node: ts.Identifier, inner: ts.Node): boolean {
    if (!this.names.all.has(node.text) || this.binding.includes(node.text)) return false;
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
    return list.declarations.flatMap((declaration) => this.declaration(list, declaration));
  }

  private declaration(
    around: ts.VariableDeclarationList,
    declaration: ts.VariableDeclaration,
  ): ts.Statement[] {
    const { name, initializer } = declaration;
    const set = (one: string, value: ts.Expression): ts.Statement => {
      const assignment = inPlaceOf(declaration, factory.createAssignment(variable(one), value));
      return inPlaceOf(declaration, factory.createExpressionStatement(assignment));
    };
    if (!ts.isIdentifier(name) || (initializer && takesName(initializer))) {
      const kept = this.keptDeclaration(declaration);
      const list = factory.createVariableDeclarationList([kept], around.flags);
      const statement = inPlaceOf(declaration, factory.createVariableStatement(undefined, list));
      return [statement, ...boundNames(name).map((one) => set(one, factory.createIdentifier(one)))];
    }
    if (initializer) return [set(name.text, this.expression(initializer))];
    const isVar = (around.flags & ts.NodeFlags.BlockScoped) === 0;
    return isVar && !isFilledNext(around.parent, name.text) ? [] : [set(name.text, nothing())];
  }

  /** A declaration that stays: its pattern may use the names that it binds. */
  private keptDeclaration(declaration: ts.VariableDeclaration): ts.VariableDeclaration {
    const around = this.binding;
    this.binding = [...around, ...boundNames(declaration.name)];
    const name = ts.visitNode(declaration.name, this.visit) as ts.BindingName;
    this.binding = around;
    const initializer = this.expression(declaration.initializer);
    return factory.updateVariableDeclaration(declaration, name, undefined, undefined, initializer);
  }

  private classDeclaration(node: ts.ClassDeclaration): ts.Statement {
    const { modifiers, name, heritageClauses, members } = ts.visitEachChild(node, this.visit, this.context);
    const expression = factory.createClassExpression(modifiers, name, undefined, heritageClauses, members);
    const value = inPlaceOf(node, expression);
    const assignment = factory.createAssignment(variable(node.name!.text), value);
    return inPlaceOf(node, factory.createExpressionStatement(assignment));
  }

  private shorthand(node: ts.ShorthandPropertyAssignment): ts.Node {
    const initializer = this.expression(node.objectAssignmentInitializer);
    if (!this.isShared(node.name, node.parent))
      return factory.updateShorthandPropertyAssignment(node, node.name, initializer);
    const target = variable(node.name.text);
    const value = initializer ? factory.createAssignment(target, initializer) : target;
    return inPlaceOf(node, factory.createPropertyAssignment(node.name.text, value));
  }

  /** `for (var k = 0; …)` → `for (exports.k = 0; …)`; a pattern is unfolded in front of the loop. */
  private forLoop(node: ts.ForStatement): ts.VisitResult<ts.Node> {
    const list = node.initializer;
    if (!list || !ts.isVariableDeclarationList(list) || !this.declaresShared(list)) {
      return ts.visitEachChild(node, this.visit, this.context);
    }
    const statements = list.declarations.flatMap((declaration) => this.declaration(list, declaration));
    const isSimple = statements.every(ts.isExpressionStatement);
    const assignments = isSimple ? statements.map(({ expression }) => expression) : [];
    const loop = factory.updateForStatement(
      node,
      assignments.length > 0 ? assignments.reduce((all, one) => factory.createComma(all, one)) : undefined,
      this.expression(node.condition),
      this.expression(node.incrementor),
      ts.visitNode(node.statement, this.visit, ts.isStatement)!,
    );
    return isSimple ? loop : [...statements, loop];
  }

  /** `for (var x of xs) …` → `for (exports.x of xs) …`; a pattern stays and hands its names on. */
  private forEachLoop(node: ts.ForInOrOfStatement): ts.Node {
    const list = node.initializer;
    if (!ts.isVariableDeclarationList(list) || !this.declaresShared(list)) {
      return ts.visitEachChild(node, this.visit, this.context);
    }
    const [declaration] = list.declarations;
    const body = ts.visitNode(node.statement, this.visit, ts.isStatement)!;
    const [initializer, statement] = ts.isIdentifier(declaration.name)
      ? [variable(declaration.name.text), body]
      : [
          factory.createVariableDeclarationList([this.keptDeclaration(declaration)], list.flags),
          factory.createBlock([
            ...boundNames(declaration.name).map((name) =>
              factory.createExpressionStatement(
                factory.createAssignment(variable(name), factory.createIdentifier(name)),
              ),
            ),
            body,
          ]),
        ];
    const expression = this.expression(node.expression);
    return ts.isForInStatement(node)
      ? factory.updateForInStatement(node, initializer, expression, statement)
      : factory.updateForOfStatement(node, node.awaitModifier, initializer, expression, statement);
  }
}

function isOutsideFunctions(node: ts.Node): boolean {
  for (let around = node.parent; !ts.isSourceFile(around); around = around.parent) {
    if (ts.isFunctionLike(around) || ts.isClassStaticBlockDeclaration(around)) return false;
  }
  return true;
}

/** A function or class without a name takes that of the variable it is assigned to, but not of a property. */
function takesName(node: ts.Expression): boolean {
  const value = ts.isParenthesizedExpression(node) ? node.expression : node;
  return (
    ts.isArrowFunction(value) ||
    ((ts.isFunctionExpression(value) || ts.isClassExpression(value)) && !value.name)
  );
}

/** `var E; (function (E) {…})(E || (E = {}));`: how enums and namespaces are compiled. They start empty in every cell. */
function isFilledNext(node: ts.Node, name: string): boolean {
  if (!ts.isVariableStatement(node)) return false;
  const siblings = (node.parent as ts.SourceFile).statements;
  const next = siblings[siblings.indexOf(node) + 1] as ts.Statement | undefined;
  const call = next && expressionOf(next);
  if (!call || !ts.isCallExpression(call)) return false;
  const [argument] = call.arguments;
  return (
    argument !== undefined &&
    ts.isBinaryExpression(argument) &&
    argument.operatorToken.kind === ts.SyntaxKind.BarBarToken &&
    ts.isIdentifier(argument.left) &&
    argument.left.text === name
  );
}

/** What a statement computes; the last one of a cell keeps it in a variable. */
function expressionOf(statement: ts.Statement): ts.Expression | undefined {
  if (ts.isExpressionStatement(statement)) return statement.expression;
  return ts.isVariableStatement(statement)
    ? statement.declarationList.declarations[0].initializer
    : undefined;
}
