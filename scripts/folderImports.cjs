// An ESLint rule: what a file of lib/ or kernels/ssdml/ may import from the other folders there.
const path = require("node:path");

/** Where a path lies: its tree, its folder in the tree's order with the position there, and its unit. Undefined outside the trees. */
function placeOf(file, trees) {
  const tree = trees.find(({ root }) => file === root || file.startsWith(`${root}/`));
  if (!tree) return undefined;
  const inside = file.slice(tree.root.length + 1);
  const isIn = (folder) => inside === folder || inside.startsWith(`${folder}/`);
  const folder = tree.order.filter(isIn).sort((a, b) => b.length - a.length)[0];
  const position = folder === undefined ? tree.order.length : tree.order.indexOf(folder);
  const name = folder === undefined ? tree.root : `${tree.root}/${folder}`;
  const unit = folder === undefined ? tree.root : `${tree.root}/${folder.split("/")[0]}`;
  return { tree, position, name, unit };
}

/** A sentence about what is wrong with the import, or undefined. */
function objection(file, address, trees) {
  const from = placeOf(file, trees);
  if (!from) return undefined;
  if (address === "ssdml") return "Import from the folders of lib, not from the package.";
  if (!address.startsWith(".")) return undefined;
  const target = path.posix.join(path.posix.dirname(file), address).replace(/(\/index)?(\.js)?$/, "");
  const to = placeOf(target, trees);
  if (!to) return undefined;
  if (from.tree === to.tree && to.position > from.position) {
    const before = from.tree.order.slice(0, from.position);
    return `${from.name} may import only from the folders before it: ${before.join(", ") || "none"}.`;
  }
  const { root, parts = [], files } = to.tree;
  const isWiring = files !== undefined && from.unit === root;
  const entrances = files
    ? files.map((name) => `${root}/${name}`)
    : [to.unit, ...parts.map((part) => `${root}/${part}`)];
  if (isWiring || from.unit === to.unit || entrances.includes(target)) return undefined;
  const allowed = entrances.filter((entrance) => `${entrance}/`.startsWith(`${to.unit}/`)).join(" or ");
  return files
    ? `Of ${to.unit}, other folders import only ${allowed || "nothing"}.`
    : `Import from ${allowed}, through its index.ts, not from a file inside.`;
}

const texts = { type: "array", items: { type: "string" } };
const tree = {
  type: "object",
  properties: { root: { type: "string" }, order: texts, parts: texts, files: texts },
  required: ["root", "order"],
  additionalProperties: false,
};

/**
 * A folder imports only from the folders before it in `order`. It enters another folder only through an index.ts: the folder's own,
 * or that of one of the `parts`, sub-folders that are used by themselves. A tree with `files` has no index.ts: its folders see of each other
 * only these files, and the files at its top put everything together.
 */
module.exports = {
  meta: { type: "problem", schema: [{ type: "array", items: tree }] },
  create(context) {
    const file = path.relative(context.cwd, context.filename).split(path.sep).join("/");
    const check = (node, address) => {
      const message = typeof address === "string" ? objection(file, address, context.options[0]) : undefined;
      if (message) context.report({ node, message });
    };
    const checkSource = (node) => {
      check(node, node.source?.value);
    };
    return {
      ImportDeclaration: checkSource,
      ExportNamedDeclaration: checkSource,
      ExportAllDeclaration: checkSource,
      ImportExpression: checkSource,
      TSImportType: checkSource,
      'CallExpression[callee.name="require"]': (node) => {
        check(node, node.arguments[0]?.value);
      },
    };
  },
};
