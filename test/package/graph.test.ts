import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, it, type TestContext } from "node:test";
import { temporaryFolder } from "../support/temporary";

const graph = (...words: string[]) =>
  spawnSync(process.execPath, [path.join("scripts", "graph.cjs"), ...words], { encoding: "utf8" });

/** A folder with these sources. */
function sources(t: TestContext, files: Record<string, string>): string {
  const folder = temporaryFolder(t);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  return folder;
}

const acyclic = {
  "lib/index.ts": 'export * from "./a";',
  "lib/a/index.ts": 'export { inner } from "./inner/inner"; import "../b/b";',
  "lib/a/inner/inner.ts": 'import type { B } from "../../b/b"; export const inner: B = 1;',
  "lib/b/b.ts": "export type B = number;",
};

describe("the import graph", () => {
  it("of lib has no cycle", () => {
    const { status, stdout, stderr } = graph("--check", "lib");
    assert.equal(status, 0, stderr);
    const [, folders, edges] = /^(\d+) folders, (\d+) edges/.exec(stdout)!.map(Number);
    assert.ok(folders > 40 && edges > folders, stdout);
  });

  it("of lib and the kernel has no cycle", () => {
    const { status, stderr } = graph("--check");
    assert.equal(status, 0, stderr);
  });

  it("counts folders and edges, but not an index that passes on its own sub-folders", (t) => {
    const { status, stdout } = graph("--check", "--root", sources(t, acyclic));
    assert.equal(status, 0);
    assert.match(stdout, /^4 folders, 2 edges; 2 of the folders are top-level\n$/);
  });

  it("names a cycle, whichever kind of import closes it", (t) => {
    for (const closing of [
      'import { inner } from "../a/inner/inner";',
      'import type { A } from "../a/index.js";',
      'export * from "../a";',
      'const a = () => import("../a/index.js");',
      'const a = require("../a");',
      'type A = import("../a").A;',
    ]) {
      const root = sources(t, { ...acyclic, "lib/b/more.ts": closing });
      const { status, stdout, stderr } = graph("--check", "--root", root);
      assert.equal(status, 1, closing);
      assert.match(stdout, /^4 folders, 3 edges/);
      assert.match(stderr, /in a cycle: lib\/(a|a\/inner|b) → /, closing);
      assert.match(stderr, /lib\/b\/more\.ts imports from lib\/a/);
      assert.ok(!existsSync(path.join(root, "docs")));
    }
  });

  it("is drawn with every top-level folder of lib", (t) => {
    const root = sources(t, acyclic);
    const { status, stdout } = graph("--root", root);
    assert.equal(status, 0);
    assert.match(stdout, /Written to .*architecture\.svg/);
    const svg = readFileSync(path.join(root, "docs", "architecture.svg"), "utf8");
    assert.match(svg, /^<svg [^]*>a<\/text>[^]*>inner<\/text>[^]*>b<\/text>[^]*<\/svg>\n$/);
    assert.equal(svg.match(/<path /g)?.length, 2, "one arrow: its line and its head");
  });
});
