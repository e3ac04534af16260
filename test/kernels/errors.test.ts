import assert from "node:assert/strict";
import { stripVTControlCharacters } from "node:util";
import { after, before, describe, it } from "node:test";
import { codeFrame } from "../../kernels/ssdml/errors/describeError";
import { result, TestKernel, type Execution } from "./client";

function traceback({ outputs }: Execution): string {
  const error = outputs.find(({ type }) => type === "error");
  return stripVTControlCharacters((error?.content.traceback as string[] | undefined)?.join("\n") ?? "");
}

describe("errors", () => {
  let kernel: TestKernel;
  before(async () => {
    kernel = await TestKernel.start();
  });
  after(() => kernel.stop());

  it("maps a stack to cell lines, with a code frame", async () => {
    await kernel.execute("1");
    const run = await kernel.execute(
      "interface Unused { a: number }\n\nfunction inner(): never {\n  throw new RangeError('deep');\n}\ninner();",
    );
    assert.equal(run.reply.content.ename, "RangeError");
    assert.equal(run.reply.content.evalue, "deep");
    const text = traceback(run);
    assert.match(text, /> 4 \| {3}throw new RangeError\('deep'\);/);
    assert.match(text, /at inner \(cell\[2\]:4:9\)/);
    assert.match(text, /at .*cell\[2\]:6:1/);
    assert.doesNotMatch(text, /node:internal|kernels.ssdml/);
  });

  it("maps frames of earlier cells' functions and after an await", async () => {
    await kernel.execute("async function fail() {\n  await null;\n  throw new Error('later');\n}");
    const text = traceback(await kernel.execute("\nawait fail();"));
    assert.match(text, /cell\[3\]:3:9/);
    assert.match(text, /cell\[4\]:2:/);
  });

  it("gives the cell's lines also for errors that are printed, stored or shown as values", async () => {
    await kernel.execute("const made = (): Error =>\n  new Error('made');\nawait null;");
    const { outputs } = await kernel.execute(
      "\nconst kept = made();\nconsole.log(kept); console.trace('here'); kept",
    );
    const texts = outputs.map(({ content }) =>
      String(content.text ?? Object.values(content.data as object)[0]),
    );
    const places =
      /^(Error: made\n +at made \(cell\[\d+\]:2:3\)\n +at cell\[\d+\]:2:14|Trace: here\n +at cell\[\d+\]:3:28)\n?$/;
    assert.equal(texts.length, 3);
    for (const text of texts) assert.match(text, places);
  });

  it("shows causes and thrown values that are not errors", async () => {
    const cause = await kernel.execute("throw new Error('outer', { cause: new TypeError('inner') })");
    assert.match(traceback(cause), /Caused by:\nTypeError: inner/);
    assert.match(traceback(await kernel.execute("throw { code: 7 }")), /code: 7/);
  });

  it("shows errors that are hard to show, and continues", async () => {
    for (const [code, text] of [
      ['const loop: any = new Error("round"); loop.cause = loop; throw loop;', /round/],
      ['throw Object.assign(new Error("odd stack"), { stack: 5 });', /odd stack/],
      ['throw Object.assign(new Error("a"), { message: 10n });', /10/],
      ["const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); throw proxy;", /cannot be shown/],
      ['({ get [Symbol.for("Jupyter.display")](): never { throw new Error("shy"); } })', /shy/],
    ] as const) {
      const { reply } = await kernel.execute(code);
      assert.equal(reply.content.status, "error");
      assert.match((reply.content.traceback as string[]).join("\n"), text);
    }
    const { reply } = await kernel.execute("1", {
      user_expressions: {
        bad: '({ [Symbol.for("Jupyter.display")]() { throw new Error("boo"); } })',
        good: "2",
      },
    });
    const expressions = reply.content.user_expressions as Record<string, Record<string, unknown>>;
    assert.deepEqual([expressions.bad.status, expressions.good.status], ["error", "ok"]);
    assert.equal(result(await kernel.execute("1 + 1")), "2");
  });

  it("shows every type error in full, with TypeScript's suggestion", async () => {
    const run = await kernel.execute(
      "const rows: { name: string; age: number }[] = [];\nrows[0].nme;\nrows.push({ name: 1, age: 2 });",
    );
    assert.equal(run.reply.content.ename, "TypeScriptError");
    const text = traceback(run);
    assert.match(text, /cell\[\d+\]:2:9 TS2551 .*Did you mean 'name'\?/);
    assert.match(text, /cell\[\d+\]:3:13 TS2322 Type 'number' is not assignable to type 'string'/);
    assert.match(text, /> 3 \| rows\.push\(\{ name: 1, age: 2 \}\);/);
    assert.match(text, /The expected type comes from property 'name'/);
  });

  it("names the cell's line for errors deep within a package", async () => {
    const text = traceback(
      await kernel.execute(
        'import * as tf from "@tensorflow/tfjs-core"; import "@tensorflow/tfjs-backend-cpu";\n' +
          "tf.matMul(tf.ones([1, 2]), tf.ones([1, 2]));",
      ),
    );
    assert.match(text, /^Error: Error in matMul: inner shapes/);
    assert.match(text, /> 2 \| tf\.matMul/);
    assert.match(text, /\n {4}… \d+ more within packages\n {4}at cell\[\d+\]:2:/);
    assert.equal(text.match(/node_modules/g)?.length, 3, text);
  });

  it("says that a value that is not JSON cannot be shown", async () => {
    const run = await kernel.execute(
      '({ [Symbol.for("Jupyter.display")]: () => ({ "application/json": { a: 1n } }) })',
    );
    assert.equal(
      traceback(run),
      "TypeError: the value cannot be shown: Do not know how to serialize a BigInt. An output must be JSON.",
    );
    assert.equal(run.reply.content.status, "error");
  });

  it("reports a cell that is nested too deeply for the compiler, and continues", async () => {
    const sum = Array.from({ length: 20_000 }, (_, i) => `"${i}"`).join(" + ");
    assert.match(
      traceback(await kernel.execute(sum)),
      /^RangeError: TypeScript cannot compile this cell\..*nested too deeply.*Split it\./,
    );
    assert.equal(result(await kernel.execute("1 + 1")), "2");
  });

  it("helps users of other languages' notebooks", async () => {
    for (const [code, hint] of [
      ["!ls", /execSync\("ls"/],
      ["%timeit 1 + 1", /no magic commands/],
      ["import numpy as np", /For Python, choose another kernel/],
      ['print("x")', /console\.log/],
    ] as const) {
      const lines = traceback(await kernel.execute(code)).split("\n");
      assert.match(lines.at(-1)!, hint);
    }
    assert.doesNotMatch(traceback(await kernel.execute("let = 1")), /magic|Python/);
  });

  it("reports only the end of an unfinished cell", async () => {
    for (const [code, places] of [
      [
        "const list = [1, 2",
        /^cell\[\d+\]:1:19 TS1005 '\]' expected\.\n> 1 \| const list = \[1, 2\n {4}\| {19}\^/,
      ],
      ["f(1,\n  {", /^cell\[\d+\]:2:4 TS1005 '}' expected\.\n {2}1 \| f\(1,\n> 2 \| {3}{\n {4}\| {4}\^/],
    ] as const) {
      const text = traceback(await kernel.execute(code));
      assert.match(text, places);
      assert.equal(text.match(/TS\d+/g)?.length, 1, text);
    }
  });

  it("shows the cell as it was written, including tabs", async () => {
    const text = traceback(await kernel.execute('export const wrong: number = "s";'));
    assert.match(text, /> 1 \| export const wrong: number = "s";\n/);
    const tabs = traceback(await kernel.execute('\tif (true) {\n\t\tthrow new Error("deep");\n\t}'));
    assert.match(tabs, /\n {4}\| \t\t {6}\^\n/);
  });

  it("shows all properties of an error", async () => {
    const many = traceback(
      await kernel.execute("await Promise.any([Promise.reject(new TypeError('one')), Promise.reject(2)])"),
    );
    assert.match(many, /AggregateError: All promises were rejected\n[^]*TypeError: one\n[^]*Uncaught: 2/);
    const own = traceback(
      await kernel.execute(
        "class ParseError extends Error { line = 3; } throw Object.assign(new ParseError('bad'), { code: 'E1' });",
      ),
    );
    assert.match(own, /^ParseError: bad\n[^]*\n {2}line: 3\n {2}code: 'E1'/);
  });

  it("keeps the lines of a cell that came with user expressions", async () => {
    await kernel.execute("\n\nfunction fourth(): never {\n  throw new Error('fourth');\n}", {
      user_expressions: { a: "1" },
    });
    assert.match(traceback(await kernel.execute("fourth();")), /at fourth \(cell\[\d+\]:4:9\)/);
  });

  it("names syntax errors by line", async () => {
    assert.match(traceback(await kernel.execute("let ok = 1;\nlet = = 2;")), /cell\[\d+\]:2:/);
  });
});

describe("codeFrame", () => {
  it("marks line and column", () => {
    assert.equal(
      stripVTControlCharacters(codeFrame("a\nbcd\ne", { line: 2, column: 2 }, 2)),
      "  1 | a\n> 2 | bcd\n    |  ^^\n  3 | e",
    );
  });
});
