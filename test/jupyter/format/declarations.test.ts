import assert from "node:assert/strict";
import { it } from "node:test";
import { declarations } from "../../../lib/jupyter/format/declarations";

it("declarations are the variables of a cell's top level with keyword, type and kind", () => {
  const found = declarations(`
    const seed: number = 1, name = "mnist";
    let rate = -0.5, on = true, text = \`a\${seed}\`, unknown = f(), list: number[] = [];
    const { a, b: [c] } = g();
    function h() { const inner = 1; }
  `);
  assert.deepEqual(
    [...found].map(([name, { keyword, kind }]) => [name, keyword, kind]),
    [
      ["seed", "const", "number"],
      ["name", "const", "string"],
      ["rate", "let", "number"],
      ["on", "let", "boolean"],
      ["text", "let", "string"],
      ["unknown", "let", undefined],
      ["list", "let", undefined],
      ["a", "const", undefined],
      ["c", "const", undefined],
    ],
  );
  assert.deepEqual([found.get("seed")!.type, found.get("seed")!.text], ["number", "seed: number = 1"]);
});
