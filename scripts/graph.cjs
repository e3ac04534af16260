// npm run graph [-- --check] [-- --root DIR] [FOLDER…]: reads which folders of lib/ and kernels/ssdml/ import which, writes
// docs/architecture.svg and exits with 1 if the imports form a cycle. --check writes nothing.
const fs = require("node:fs");
const path = require("node:path");
const { parseArgs } = require("node:util");
const ts = require("typescript");

/** What each top-level folder is for, in one line. */
const purposes = {
  core: "errors, options, matrices, random numbers",
  algebra: "products, QR, SVD, eigenvalues",
  io: "files, downloads, processes",
  engine: "backends: CPU, WebAssembly, TensorFlow, WebGPU",
  datasets: "MNIST to Cars-196, folders of pictures, splits",
  networks: "layers and the paper's networks",
  augment: "random changes of image batches",
  graph: "nearest neighbors, propagated affinities",
  mining: "triplets from affinities",
  manifold: "Grassmann and others, solvers, checks",
  losses: "angular loss and others",
  evaluate: "NMI, Recall@K, result rows, published numbers",
  train: "epochs, optimizers, checkpoints",
  methods: "AGML and its competitors",
  project: "PCA, t-SNE, UMAP",
  figures: "charts as Vega-Lite specifications",
  reproduce: "experiments, the paper's tables and figures",
  display: "how values show themselves in a notebook",
  jupyter: "run notebooks, write pages, start JupyterLab",
  cli: "the ssdml command",
  "kernels/ssdml": "the TypeScript kernel for Jupyter",
};

/** The files of a folder and the folders below it, without declarations. */
function sources(folder) {
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.ts$/.test(entry.name) && !entry.name.endsWith(".d.ts"))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}

/** The relative addresses that a file imports: values, types, re-exports, `import()`, `require()` and `import("…").Type`. */
function importsOf(file) {
  const source = ts.createSourceFile(file, fs.readFileSync(file, "utf8"), ts.ScriptTarget.Latest);
  const found = [];
  const visit = (node) => {
    const isCall =
      ts.isCallExpression(node) &&
      (node.expression.kind === ts.SyntaxKind.ImportKeyword ||
        (ts.isIdentifier(node.expression) && node.expression.text === "require"));
    const address =
      ts.isImportDeclaration(node) || ts.isExportDeclaration(node)
        ? node.moduleSpecifier
        : ts.isImportTypeNode(node)
          ? node.argument.literal
          : isCall
            ? node.arguments[0]
            : undefined;
    if (address && ts.isStringLiteral(address) && address.text.startsWith(".")) found.push(address.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** The file that an address leads to, or undefined. */
function resolve(from, address) {
  const target = path.resolve(path.dirname(from), address).replace(/\.js$/, "");
  return [`${target}.ts`, path.join(target, "index.ts")].find((file) => fs.existsSync(file));
}

/** Folder → the folders that it imports, each with one file that does. An index that passes on its own sub-folders does not count. */
function readGraph(root, folders) {
  const graph = new Map();
  for (const file of folders.flatMap((folder) => sources(path.join(root, folder)))) {
    const from = path.dirname(path.relative(root, file)).split(path.sep).join("/");
    if (!graph.has(from)) graph.set(from, new Map());
    for (const address of importsOf(file)) {
      const target = resolve(file, address);
      if (!target) continue;
      const to = path.dirname(path.relative(root, target)).split(path.sep).join("/");
      const passesOn = path.basename(file) === "index.ts" && to.startsWith(`${from}/`);
      const isOutside = !folders.some((folder) => to === folder || to.startsWith(`${folder}/`));
      if (to === from || passesOn || isOutside || graph.get(from).has(to)) continue;
      graph.get(from).set(to, path.relative(root, file));
    }
  }
  return graph;
}

/** Some cycle of folders, its first one again at the end; undefined if there is none. */
function findCycle(graph) {
  const done = new Set();
  const way = [];
  const visit = (folder) => {
    if (way.includes(folder)) return [...way.slice(way.indexOf(folder)), folder];
    if (done.has(folder)) return undefined;
    way.push(folder);
    for (const next of graph.get(folder)?.keys() ?? []) {
      const cycle = visit(next);
      if (cycle) return cycle;
    }
    way.pop();
    done.add(folder);
    return undefined;
  };
  for (const folder of graph.keys()) {
    const cycle = visit(folder);
    if (cycle) return cycle;
  }
  return undefined;
}

/** "lib/graph/knn" → "graph"; the kernel is one box. */
function boxOf(folder) {
  const [first, second] = folder.split("/");
  return first === "lib" ? second : `${first}/${second}`;
}

/** The same graph with only the top-level folders; lib/index.ts, which only re-exports, is left out. */
function topLevel(graph) {
  const boxes = new Map();
  for (const [from, targets] of graph) {
    const box = boxOf(from);
    if (box === undefined) continue;
    if (!boxes.has(box)) boxes.set(box, new Map());
    for (const [to, file] of targets) {
      if (boxOf(to) !== box && boxOf(to) !== undefined) boxes.get(box).set(boxOf(to), file);
    }
  }
  return boxes;
}

/** The sub-folders of each box, by the rest of their path. */
function subFolders(graph) {
  const inside = {};
  for (const folder of [...graph.keys()].sort()) {
    const box = boxOf(folder);
    if (box === undefined) continue;
    const rest = folder.slice((folder.startsWith("lib/") ? `lib/${box}` : box).length + 1);
    inside[box] = [...(inside[box] ?? []), ...(rest === "" ? [] : [rest])];
  }
  return inside;
}

function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { check: { type: "boolean" }, root: { type: "string", default: path.dirname(__dirname) } },
  });
  const folders = positionals.length > 0 ? positionals : ["lib", "kernels/ssdml"];
  const graph = readGraph(values.root, folders);
  const edges = [...graph.values()].reduce((sum, targets) => sum + targets.size, 0);
  const boxes = topLevel(graph);
  console.log(`${graph.size} folders, ${edges} edges; ${boxes.size} of the folders are top-level`);
  const isDrawable = findCycle(boxes) === undefined;
  if (!values.check && isDrawable) {
    const { drawGraph } = require("./graph/picture.cjs");
    const file = path.join(values.root, "docs", "architecture.svg");
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, drawGraph(boxes, { purposes, inside: subFolders(graph) }));
    console.log(`Written to ${path.relative(process.cwd(), file)}`);
  }
  const cycle = findCycle(graph);
  if (!cycle) return;
  console.error(`The folders import each other in a cycle: ${cycle.join(" → ")}`);
  for (let i = 0; i + 1 < cycle.length; i++) {
    console.error(`  ${graph.get(cycle[i]).get(cycle[i + 1])} imports from ${cycle[i + 1]}`);
  }
  process.exitCode = 1;
}

main();
