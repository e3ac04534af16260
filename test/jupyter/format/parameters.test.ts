import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { injectParameters, notebookText, parameterValues, parseParameter } from "../../../lib/jupyter";
import { assertValidNotebook, notebookOf } from "../../support/notebooks";

const sources = (notebook: ReturnType<typeof notebookOf>) => notebook.cells.map(({ source }) => source);

describe("parseParameter", () => {
  it("splits at the first =", () => {
    for (const [word, text] of [
      ["n=3", "3"],
      ["n=a=b", "a=b"],
      ["n=", ""],
    ]) {
      assert.deepEqual(parseParameter(word), ["n", text]);
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

describe("parameterValues", () => {
  const value = (text: string, source: string) =>
    parameterValues(notebookOf({ source, tags: ["parameters"] }), { n: text }).n;

  it("reads JSON, else a plain text", () => {
    for (const [text, meant] of [
      ["3", 3],
      ["[1,2]", [1, 2]],
      ["true", true],
      ['"3"', "3"],
      ["fast", "fast"],
      ["", ""],
    ] as const) {
      assert.deepEqual(value(text, "let n = Math.random();"), meant);
    }
  });

  it("takes texts as they are typed where the default is one", () => {
    for (const source of ["let n = 'a';", "let n = `a`;", "const n: string = f();"]) {
      assert.equal(value("5", source), "5");
      assert.equal(value("1.0", source), "1.0");
      assert.equal(value("true", source), "true");
      assert.equal(value('"5"', source), "5");
    }
  });

  it("takes every form of a number where the default is one", () => {
    assert.deepEqual(
      [".5", "-2", "1e3", "0x10"].map((text) => value(text, "let n = -1;")),
      [0.5, -2, 1000, 16],
    );
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
        'the notebook sets "seed" in a cell without the tag "parameters". Add the tag to that cell to make its values defaults.',
    });
  });

  it("refuses values of another kind than the default, before the run", () => {
    const source =
      "let fast = true;\nconst k = -10, rate: number = f(), name = 'a', free: number | 'auto' = 1;";
    const notebook = notebookOf({ source, tags: ["parameters"] });
    for (const [parameters, sentence] of [
      [
        { fast: "False" },
        'the notebook declares fast = true, so the parameter "fast" must be true or false, got "False".',
      ],
      [{ k: "1O" }, 'the notebook declares k = -10, so the parameter "k" must be a number, got "1O".'],
      [
        { rate: null },
        'the notebook declares rate: number = f(), so the parameter "rate" must be a number, got null.',
      ],
      [{ name: 5 }, "the notebook declares name = 'a', so the parameter \"name\" must be a string, got 5."],
      [{ k: Infinity }, /the parameter "k" must be a valid JSON value with finite numbers, got Infinity\.$/],
      [{ free: [1, [NaN]] }, /the parameter "free" must be a valid JSON value/],
    ] as const) {
      assert.throws(() => injectParameters(notebook, parameters), { name: "UserError", message: sentence });
    }
    assert.equal(injectParameters(notebook, { free: "auto", fast: false, name: "5" }).cells.length, 2);
  });

  it("knows names in patterns", () => {
    const source = "const { a: { q }, ...rest } = f(); let [, [n] = []] = g();";
    const tagged = notebookOf({ source, tags: ["parameters"] });
    for (const name of ["q", "rest", "n"]) {
      assert.match(
        sources(injectParameters(tagged, { [name]: 1 }))[1],
        new RegExp(`(const|let) ${name}: number = 1;`),
      );
      assert.throws(
        () => injectParameters(notebookOf(source), { [name]: 1 }),
        /the notebook sets .* in a cell without the tag/,
      );
    }
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
