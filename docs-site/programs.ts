import ts from "typescript";

/** Small data that examples use by name. Each line may use the names before it. */
const data: Record<string, string> = {
  x: "const x = [[0, 0], [1, 0], [0, 1], [5, 5], [6, 5], [5, 6]]; // six points in two groups",
  classes: "const classes = [0, 0, 0, 1, 1, 1]; // their classes",
  labels: "const labels = [0, -1, -1, 1, -1, -1]; // the classes of two points; −1 = unlabeled",
  graph: "const graph = knnGraph(x, { k: 2 });",
  affinities: "const affinities = await propagateAffinities(graph, labels);",
  triplets: "const triplets = mineTriplets(graph, affinities);",
  rows: 'const rows = [0.5, 0.6].map((value, i) => ({ dataset: "mnist", method: "mine", seed: i, metric: "nmi" as const, k: null, value }));',
  problem:
    "const problem = metricProblem([[1, 0, 0], [0, 1, 0]], [[0, 0, 1], [1, 1, 1]]); // differences of two triplets",
  mnist: 'const mnist = await loadDataset("mnist");',
  images:
    "const images = selectImages(mnist.test.images, Array.from({ length: 200 }, (_, i) => i)); // 200 digits",
  digits: "const digits = Array.from(mnist.test.labels.slice(0, 200)); // their classes",
  fewLabels: "const fewLabels = semiSupervisedSplit(digits, { labeledPerClass: 3, validation: 0 }).labels;",
  model:
    "const model = await new AGML2({ network: mlp([4]), epochs: 3, k: 2, tripletsPerPartition: 6 }).fit(x, labels);",
};

/** An example as a program of its own: with the import and the data that it uses. */
export function programOf(example: string, publicNames: ReadonlySet<string>): string {
  const lines: string[] = [];
  const free = freeNames(example);
  // From the last to the first, because a line of data may use those before it.
  for (const [name, line] of Object.entries(data).reverse()) {
    if (!free.has(name)) continue;
    lines.unshift(line);
    for (const used of freeNames(line)) free.add(used);
  }
  const imported = [...free].filter((name) => publicNames.has(name)).sort();
  const imports = imported.length > 0 ? [`import { ${imported.join(", ")} } from "ssdml";\n`] : [];
  return [...imports, ...lines, example].join("\n");
}

/** The names that a text of TypeScript uses and does not declare. */
export function freeNames(text: string): Set<string> {
  const source = ts.createSourceFile("example.ts", text, ts.ScriptTarget.Latest, true);
  const used = new Set<string>();
  const declared = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node))
      (isDeclaration(node) ? declared : isUse(node) ? used : new Set()).add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  for (const name of declared) used.delete(name);
  return used;
}

function isDeclaration({ parent, ...node }: ts.Identifier): boolean {
  const isName = "name" in parent && (parent.name as ts.Node).pos === node.pos;
  return (
    isName &&
    (ts.isVariableDeclaration(parent) ||
      ts.isBindingElement(parent) ||
      ts.isParameter(parent) ||
      ts.isFunctionDeclaration(parent) ||
      ts.isClassDeclaration(parent) ||
      ts.isImportSpecifier(parent) ||
      ts.isNamespaceImport(parent))
  );
}

function isUse(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isPropertyAssignment(parent) || ts.isMethodDeclaration(parent)) return parent.name !== node;
  if (ts.isBindingElement(parent)) return parent.propertyName !== node;
  return true;
}
