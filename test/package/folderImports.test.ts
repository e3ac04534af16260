import assert from "node:assert/strict";
import path from "node:path";
import { describe, it } from "node:test";
import { Linter, type Rule } from "eslint";
import tseslint from "typescript-eslint";

// eslint-disable-next-line @typescript-eslint/no-require-imports
const rule = require(path.resolve("scripts", "folderImports.cjs")) as Rule.RuleModule;

const trees = [
  { root: "lib", order: ["core", "graph", "train"], parts: ["core/options"] },
  {
    root: "kernels/ssdml",
    order: ["io", "compile/language", "compile"],
    files: ["io/wire", "compile/language/host"],
  },
];

/** What the rule says about this text in this file. */
function complaints(file: string, text: string): string[] {
  const config = {
    files: ["**/*.ts"],
    languageOptions: { parser: tseslint.parser as Linter.Parser },
    plugins: { own: { rules: { imports: rule } } },
    rules: { "own/imports": ["error", trees] as Linter.RuleEntry },
  };
  return new Linter({ cwd: "/home" }).verify(text, config, `/home/${file}`).map(({ message }) => message);
}

/** The same about importing from an address. */
const about = (file: string, address: string) => complaints(file, `import { x } from "${address}";`);

describe("the lint rule of imports between folders", () => {
  it("lets a folder be entered through its index.ts, or that of a part", () => {
    assert.deepEqual(about("lib/train/steps.ts", "../graph"), []);
    assert.deepEqual(about("lib/train/steps.ts", "../graph/index.js"), []);
    assert.deepEqual(about("lib/train/optimizers/sgd.ts", "../../core/options"), []);
    assert.deepEqual(about("lib/index.ts", "./train"), []);
    assert.deepEqual(about("kernels/ssdml/io/wire.ts", "../../../lib/core"), []);
  });

  it("lets files of one folder import each other, and packages", () => {
    assert.deepEqual(about("lib/train/steps.ts", "./optimizers/sgd"), []);
    assert.deepEqual(about("lib/train/optimizers/sgd.ts", "../graph/picture"), []);
    assert.deepEqual(about("lib/core/options/values.ts", "../errors"), []);
    assert.deepEqual(about("lib/core/errors.ts", "node:fs"), []);
    assert.deepEqual(about("kernels/ssdml/kernel.ts", "./io/wire"), []);
  });

  it("reports a file inside another folder, whichever way it is imported", () => {
    const wrong = ["Import from lib/graph, through its index.ts, not from a file inside."];
    for (const text of [
      'import { knnGraph } from "../graph/knn/knnGraph";',
      'import type { KnnGraph } from "../graph/knn/graph";',
      'export { knnGraph } from "../graph/knn/knnGraph";',
      'export * from "../graph/knn/knnGraph";',
      'const later = () => import("../graph/knn/knnGraph.js");',
      'const now = require("../graph/knn/knnGraph");',
      'type KnnGraph = import("../graph/knn/graph").KnnGraph;',
    ]) {
      assert.deepEqual(complaints("lib/train/steps.ts", text), wrong, text);
    }
    assert.deepEqual(about("kernels/ssdml/io/wire.ts", "../../../lib/core/options/values"), [
      "Import from lib/core or lib/core/options, through its index.ts, not from a file inside.",
    ]);
  });

  it("lets the folders of a tree without index.ts see only the listed files of each other; its top sees all", () => {
    assert.deepEqual(about("kernels/ssdml/compile/compiler.ts", "../io/wire"), []);
    assert.deepEqual(about("kernels/ssdml/compile/compiler.ts", "./language/quickInfo"), []);
    assert.deepEqual(about("kernels/ssdml/kernel.ts", "./io/sockets"), []);
    assert.deepEqual(about("kernels/ssdml/compile/language/host.ts", "../../io/sockets"), [
      "Of kernels/ssdml/io, other folders import only kernels/ssdml/io/wire.",
    ]);
  });

  it("reports a folder that comes later, and the package itself", () => {
    const wrong = ["lib/graph may import only from the folders before it: core."];
    assert.deepEqual(about("lib/graph/knn/knnGraph.ts", "../../train"), wrong);
    assert.deepEqual(about("lib/graph/knn/knnGraph.ts", "../../train/steps"), wrong);
    assert.deepEqual(about("lib/graph/defaults.ts", ".."), wrong);
    assert.deepEqual(about("lib/graph/defaults.ts", "../index"), wrong);
    assert.deepEqual(about("lib/graph/defaults.ts", "ssdml"), [
      "Import from the folders of lib, not from the package.",
    ]);
    assert.deepEqual(about("kernels/ssdml/compile/language/host.ts", "../compiler"), [
      "kernels/ssdml/compile/language may import only from the folders before it: io.",
    ]);
  });
});
