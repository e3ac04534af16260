import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { injectParameters, notebookText, parseParameter } from "../../lib/notebook";
import { assertValidNotebook, notebookOf } from "../support/notebooks";

const sources = (notebook: ReturnType<typeof notebookOf>) => notebook.cells.map(({ source }) => source);

describe("parseParameter", () => {
  it("reads JSON, else a plain text", () => {
    for (const [word, value] of [
      ["n=3", 3],
      ["n=[1,2]", [1, 2]],
      ["n=true", true],
      ['n="3"', "3"],
      ["n=fast", "fast"],
      ["n=a=b", "a=b"],
      ["n=", ""],
    ] as const) {
      assert.deepEqual(parseParameter(word), ["n", value]);
    }
  });

  it("refuses what is no name=value", () => {
    for (const word of ["n", "=3", "a b=3", "3n=1", "a;b=1"]) {
      assert.throws(() => parseParameter(word), {
        name: "UserError",
        message: `a parameter must look like name=value, such as seed=1, got "${word}".`,
      });
    }
  });
});

describe("injectParameters", () => {
  const defaults = {
    source: 'const seed = 1, rate: number | "auto" = 0.1;\nlet name = "a";',
    tags: ["parameters"],
  };

  it("adds a cell behind the defaults, which keeps let, const and types", () => {
    const notebook = notebookOf("before", defaults, "after");
    const injected = injectParameters(notebook, { seed: 2, rate: "auto", name: 'x"y' });
    assert.deepEqual(sources(injected), [
      "before",
      defaults.source,
      '// Parameters\nconst seed: number = 2;\nconst rate: number | "auto" = "auto";\nlet name: string = "x\\"y";',
      "after",
    ]);
    assert.equal(notebook.cells.length, 3, "the notebook itself is untouched");
    assertValidNotebook(notebookText(injected));
  });

  it("adds it at the top when no cell has the tag", () => {
    const [first] = sources(injectParameters(notebookOf("code"), { list: [1, 2], nothing: null }));
    assert.equal(first, "// Parameters\nlet list = [1,2];\nlet nothing = null;");
  });

  it("refuses a parameter that a cell without the tag would set again", () => {
    assert.throws(() => injectParameters(notebookOf("let seed = 5;", "seed"), { seed: 3 }), {
      name: "UserError",
      message:
        'the notebook sets "seed" itself, in a cell without the tag "parameters". Give that cell the tag, so that its values are defaults.',
    });
  });

  it("leaves types out for JavaScript", () => {
    const notebook = notebookOf({ source: 'let seed = 1; let name = "a";', tags: ["parameters"] });
    const [, injected] = injectParameters(notebook, { seed: 3, name: "b" }, { typed: false }).cells;
    assert.equal(injected.source, '// Parameters\nlet seed = 3;\nlet name = "b";');
  });

  it("replaces the cell of an earlier run", () => {
    const once = injectParameters(notebookOf(defaults), { seed: 2 });
    const twice = injectParameters(once, { seed: 3 });
    assert.deepEqual(sources(twice), [defaults.source, "// Parameters\nconst seed: number = 3;"]);
  });

  it("knows the parameters by name, so that a slip of the pen is no silent default", () => {
    assert.throws(() => injectParameters(notebookOf(defaults), { sed: 2 }), {
      name: "UserError",
      message: 'the notebook has no parameter "sed"; its parameters are seed, rate, name.',
    });
  });
});
