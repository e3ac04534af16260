import ts from "typescript";

/** A node with its doc comments, which are missing from TypeScript's public types. */
interface Documented extends ts.Node {
  jsDoc?: { parent: ts.Node }[];
}

/** Files whose doc comments have been parsed. */
const documented = new WeakSet<ts.SourceFile>();

/** Parses the doc comments of the files that declare a symbol or its bases. The compiler itself skips doc comments. */
export function addDocComments(symbol: ts.Symbol, checker: ts.TypeChecker): void {
  const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const found = new Set([symbol, target].flatMap(({ declarations = [] }) => declarations));
  for (const declaration of found) {
    addToFile(declaration.getSourceFile());
    for (const base of basesOf(declaration, checker)) found.add(base);
  }
}

/** The bases of the class or interface around a declaration: a member without a comment inherits it from the base. */
function basesOf(declaration: ts.Declaration, checker: ts.TypeChecker): ts.Declaration[] {
  const owner = ts.findAncestor(
    declaration,
    (node) => ts.isClassLike(node) || ts.isInterfaceDeclaration(node),
  );
  return (owner?.heritageClauses ?? [])
    .flatMap(({ types }) => types)
    .flatMap((type) => checker.getTypeAtLocation(type).getSymbol()?.declarations ?? []);
}

function addToFile(file: ts.SourceFile): void {
  if (documented.has(file)) return;
  documented.add(file);
  const options = {
    languageVersion: file.languageVersion,
    jsDocParsingMode: ts.JSDocParsingMode.ParseAll,
    ...(file.impliedNodeFormat === undefined ? {} : { impliedNodeFormat: file.impliedNodeFormat }),
  };
  takeComments(ts.createSourceFile(file.fileName, file.text, options, true), file);
}

/** Moves the comments of a syntax tree to the same tree without comments. */
function takeComments(from: Documented, to: Documented): void {
  if (from.jsDoc) {
    to.jsDoc = from.jsDoc;
    for (const comment of to.jsDoc) comment.parent = to;
  }
  const children = childrenOf(to);
  for (const [i, child] of childrenOf(from).entries()) takeComments(child, children[i]);
}

function childrenOf(node: ts.Node): ts.Node[] {
  const children: ts.Node[] = [];
  ts.forEachChild(node, (child) => {
    children.push(child);
  });
  return children;
}
