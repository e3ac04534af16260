import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { loadMethod } from "../../lib/reproduce/loadMethod";
import { temporaryFolder } from "../support/temporary";

const files: [string, string, string][] = [
  [
    "a class",
    "mine.ts",
    'import { defineMethod } from "ssdml"; export default defineMethod({ name: "Mine" });',
  ],
  ["a record", "mine.mts", 'const name: string = "Mine"; export default { name };'],
  [
    "JavaScript",
    "mine.js",
    'import { defineMethod } from "ssdml"; export default defineMethod({ name: "Mine" });',
  ],
  ["CommonJS", "mine.cjs", 'module.exports.default = require("ssdml").defineMethod({ name: "Mine" });'],
  [
    "a file that imports another, and a package that ssdml brings",
    "mine.ts",
    'import { name } from "./name"; import * as math from "mathjs"; export default { name: name + math.add(0, 0) };',
  ],
];

describe("loadMethod", () => {
  for (const [what, name, text] of files)
    it(`takes ${what}`, (t) => {
      const folder = temporaryFolder(t);
      writeFileSync(path.join(folder, name), text);
      writeFileSync(path.join(folder, "name.ts"), 'export const name = "Mine" as const;');
      const Method = loadMethod(path.join(folder, name));
      assert.match(Method.methodName, /^Mine0?$/);
      assert.equal(new Method({ seed: 3 }).settings.seed, 3);
    });

  for (const [what, text, sentence] of [
    [
      "no default export",
      "export const name = 1;",
      /must have a method as its default export: export default defineMethod/,
    ],
    [
      "a syntax error",
      "export default {\n name: ;",
      /mine\.ts cannot be loaded: line 2: Expression expected/,
    ],
    ["an error of its own", 'throw new Error("not today");', /mine\.ts cannot be loaded: not today/],
    [
      "a missing package",
      'import "no-such-package";',
      /cannot be loaded: Cannot find module 'no-such-package'/,
    ],
    [
      "a wrong part",
      'export default { name: "Mine", miner: 3 };',
      /Mine: miner must be a miner such as affinityMiner/,
    ],
    [
      "a misspelt part",
      'export default { name: "Mine", minre: 3 };',
      /no option "minre".*did you mean miner/,
    ],
    ["a name of ours", 'export default { name: "AGML" };', /the name "AGML" of the method in .* is taken/],
  ] as const)
    it(`says what is wrong with ${what}`, (t) => {
      const file = path.join(temporaryFolder(t), "mine.ts");
      writeFileSync(file, text);
      assert.throws(() => loadMethod(file), sentence);
    });

  it("says that there is no such file", () => {
    assert.throws(() => loadMethod("./nowhere.ts"), /there is no file \.\/nowhere\.ts/);
  });
});
