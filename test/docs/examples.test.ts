import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { useEngine } from "ssdml";
import { typeErrors } from "../../docs-site/compiler";
import { programOf } from "../../docs-site/programs";
import { publicNames } from "../../docs-site/publicNames";
import { isResult, runnable, showResult } from "../../docs-site/results";
import { runProgram } from "../support/programs";
import { temporaryFolder } from "../support/temporary";
import { root } from "../../docs-site/root";

const names = publicNames();
const known = new Set(names.map(({ name }) => name));
const programs = new Map(
  names.flatMap(({ name, examples }) =>
    examples.map((example, i) => [`${name}-${i + 1}.ts`, programOf(example, known)] as const),
  ),
);

describe("the examples of the doc comments", () => {
  before(async () => {
    await useEngine("wasm");
  });

  it("are there for each public function and class", () => {
    const callable = names.filter(({ kind }) => kind === "function" || kind === "class");
    assert.ok(callable.length > 150);
    const lacking = callable.filter(({ examples }) => examples.length === 0);
    assert.deepEqual(
      lacking.map(({ name }) => name),
      [],
      "public functions without @example",
    );
  });

  it("name the function that they are of", () => {
    const others = names.filter(({ name, examples }) =>
      examples.some((example) => !new RegExp(`\\b${name}\\b`).test(example)),
    );
    assert.deepEqual(
      others.map(({ name }) => name),
      [],
    );
  });

  it("have the right types", () => {
    assert.deepEqual(typeErrors(programs), []);
  });

  for (const [name, program] of programs) {
    it(`run: ${name}`, async (t) => {
      process.chdir(temporaryFolder(t));
      t.after(() => {
        process.chdir(root);
      });
      await runProgram(program);
    });
  }
});

describe("the check of an example", () => {
  it("compares as many digits as the comment has", () => {
    assert.ok(isResult(0.7449, "0.74"));
    assert.ok(!isResult(0.7449, "0.75"));
    assert.ok(!isResult(2, "3"));
    assert.ok(isResult(Float32Array.of(0.6, 0.8), "[0.6, 0.8]"));
    assert.ok(!isResult([1, 2], "[1, 2, 3]"));
    assert.ok(isResult({ 1: 0.5 }, "{ 1: 0.5 }"));
    assert.ok(!isResult("a", '"b"'));
    assert.equal(showResult({ a: [1, "b"] }), '{ a: [1, "b"] }');
  });

  it("finds results of statements, and rejects those of declarations", async () => {
    await runProgram("const a = 1;\na + 1; // → 2");
    await assert.rejects(runProgram("const a = 1;\na + 1; // → 3"), /the result is 2, the comment says 3/);
    assert.throws(() => runnable("const a = 1; // → 1"), /a declaration/);
  });

  it("adds the import and the data that an example uses, and no more", () => {
    assert.equal(
      programOf("pca(x);", new Set(["pca", "tsne"])),
      [
        'import { pca } from "ssdml";\n',
        "const x = [[0, 0], [1, 0], [0, 1], [5, 5], [6, 5], [5, 6]]; // six points in two groups",
        "pca(x);",
      ].join("\n"),
    );
    assert.equal(
      programOf("const x = 1; ({ pca: x }).pca;", new Set(["pca"])),
      "const x = 1; ({ pca: x }).pca;",
    );
  });
});
