import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { npm } from "../../lib/io/processes/npm";

interface Packed {
  unpackedSize: number;
  files: { path: string; size: number }[];
}

/** What a user needs: the library, the kernel, the notebooks with their outputs, and what `ssdml figures` and the README refer to. */
const allowed = [
  /^(LICENSE|README\.md|package\.json)$/,
  /^bin\/ssdml\.cjs$/,
  /^dist\/(lib|kernels)\/.+\.(js|d\.ts)$/,
  /^docs\/[\w-]+\.(md|png|svg)$/,
  /^kernels\/ssdml\/icon\/[\w-]+\.(png|svg)$/,
  /^notebooks\/([\w-]+\.ipynb|README\.md)$/,
  /^results\/.+\.(json|jsonl|md|html|png|svg)$/,
];
const MAX_MEGABYTES = 27;

describe("the npm package", () => {
  let packed: Packed;
  before(async () => {
    const words = ["pack", "--dry-run", "--json", "--ignore-scripts"];
    const { output } = await npm(words, process.cwd());
    [packed] = JSON.parse(output) as Packed[];
  });

  it("holds what a user needs, and no tests, sources or source maps", () => {
    const surprising = packed.files.filter(({ path }) => !allowed.some((pattern) => pattern.test(path)));
    assert.deepEqual(surprising, []);
    const names = packed.files.map(({ path }) => path);
    for (const pattern of allowed)
      assert.ok(
        names.some((name) => pattern.test(name)),
        String(pattern),
      );
    for (const needed of ["dist/lib/index.d.ts", "dist/kernels/ssdml/launcher.js", "docs/own-project.md"])
      assert.ok(names.includes(needed), needed);
  });

  it(`takes at most ${MAX_MEGABYTES} MB`, () => {
    assert.ok(packed.unpackedSize < MAX_MEGABYTES * 1e6, `${(packed.unpackedSize / 1e6).toFixed(1)} MB`);
    assert.ok(packed.unpackedSize > 1e6);
  });
});
