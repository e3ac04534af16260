import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import type { Json } from "../../kernels/ssdml/io/wire";
import { TestKernel } from "./client";

/** The completion reply for the position of the mark `|` in a text. */
async function completeAt(kernel: TestKernel, marked: string): Promise<Json> {
  const [before, behind] = marked.split("|");
  const { reply } = await kernel.request("shell", "complete_request", {
    code: before + behind,
    cursor_pos: Array.from(before).length,
  });
  return reply.content;
}

async function matchesAt(kernel: TestKernel, marked: string): Promise<string[]> {
  return (await completeAt(kernel, marked)).matches as string[];
}

/** The text after the first match was accepted. */
async function accepted(kernel: TestKernel, marked: string): Promise<string> {
  const { matches, cursor_start, cursor_end } = await completeAt(kernel, marked);
  const code = Array.from(marked.replace("|", ""));
  const [first = "nothing"] = matches as string[];
  return code.slice(0, Number(cursor_start)).join("") + first + code.slice(Number(cursor_end)).join("");
}

const DECLARED = `
type Mode = "train" | "test";
function run(mode: Mode): void {}
const user = { name: "a", nation: "b", "full name": "c" };
const keyed = { "two words": 1 };
const maybe = [{ label: 1 }].find(() => true);
interface Options { epochs?: number; mode?: Mode }
class Net { #weights = 1; layers = 2; grow() { return this.#weights; } }
enum Color { Red, Green }
const größe = 1;
`;

describe("completion", () => {
  let kernel: TestKernel;
  before(async () => {
    kernel = await TestKernel.start();
    await kernel.execute(DECLARED);
  });
  after(() => kernel.stop());

  const texts: Record<string, [string, string][]> = {
    "of strings": [
      ["run('tr|')", "run('train')"],
      ["run('tr|", "run('train"],
      ["run('tr|est')", "run('train')"],
      ["run('tr|; run('test')", "run('train; run('test')"],
      ['user["na|"]', 'user["name"]'],
      ['user["full n|"]', 'user["full name"]'],
      ['const c: Mode = "te|"', 'const c: Mode = "test"'],
      ['const o: Options = { mode: "tr|" }', 'const o: Options = { mode: "train" }'],
      ['type N = Options["ep|"]', 'type N = Options["epochs"]'],
    ],
    "of modules": [
      ['import x from "node:f|"', 'import x from "node:fs"'],
      ['import x from "node:fs/p|"', 'import x from "node:fs/promises"'],
      ['require("f|s")', 'require("fast-check")'],
      ['import x from "danf|"', 'import x from "danfojs-node"'],
      ['import x from "danf|', 'import x from "danfojs-node'],
      ['import x from "@tensorflow/tfjs-c|"', 'import x from "@tensorflow/tfjs-converter"'],
      ['import x from "mathjs/n|"', 'import x from "mathjs/number"'],
      ['import x from "pngjs/l|"', 'import x from "pngjs/lib"'],
      ['import { readFileS| } from "node:fs"', 'import { readFileSync } from "node:fs"'],
    ],
    "of names": [
      ["user.na|", "user.name"],
      ["us|er.name", "user.name"],
      ["us|.name", "user.name"],
      ["[1].|map(String)", "[1].atmap(String)"],
      ["retur|n", "return"],
      ["user.\n  nat|\nuser", "user.\n  nation\nuser"],
      ["'😀😀'; user.na|;", "'😀😀'; user.name;"],
      ["grö|", "größe"],
      ["const { na| } = user", "const { name } = user"],
      ["`${user.na|} '`", "`${user.name} '`"],
      ["Color.R|", "Color.Red"],
      ["const o: Options = { e| }", "const o: Options = { epochs }"],
      ["let x = ; user.na|", "let x = ; user.name"],
      ["lat|; const laterOn = 5;", "laterOn; const laterOn = 5;"],
      ["[user].map((u) => u.na|", "[user].map((u) => u.name"],
      ["class A { #count = 1; f() { this.#c| } }", "class A { #count = 1; f() { this.#count } }"],
      ["class B { count = 1; f() { cou| } }", "class B { count = 1; f() { this.count } }"],
    ],
    "that changes the text before the name": [
      ["maybe.la|", "maybe?.label"],
      ["maybe?.la|", "maybe?.label"],
      ["keyed.|", 'keyed["two words"]'],
      ["user.fu|;", 'user["full name"];'],
    ],
  };
  for (const [what, cases] of Object.entries(texts)) {
    it(`${what} replaces the typed text`, async () => {
      for (const [marked, text] of cases) assert.equal(await accepted(kernel, marked), text, marked);
    });
  }

  it("offers only matches of the typed text, best first", async () => {
    assert.deepEqual(await matchesAt(kernel, "run('|')"), ["test", "train"]);
    assert.deepEqual(await matchesAt(kernel, "run('x|')"), []);
    assert.deepEqual(await matchesAt(kernel, "user['na|']"), ["name", "nation", "full name"]);
    assert.deepEqual(await matchesAt(kernel, "Color.r|"), ["Red", "Green"]);
    assert.deepEqual(await matchesAt(kernel, "'us|'"), []);
    assert.deepEqual(await matchesAt(kernel, "// us|"), []);
  });

  it("offers names of the cell first, then those of earlier cells, then the others", async () => {
    const found = await matchesAt(kernel, "const zero = 0;\n|");
    const order = ["zero", "user", "Array", "__dirname"].map((name) => found.indexOf(name));
    assert.ok(!order.includes(-1));
    assert.deepEqual(
      order,
      [...order].sort((a, b) => a - b),
    );
  });

  it("offers values of the expected type first, and members of all functions last", async () => {
    assert.equal((await matchesAt(kernel, "const shade: Color = |"))[0], "Color");
    assert.equal((await matchesAt(kernel, "class Tree { static zero() {} }\nTree.|"))[0], "zero");
    assert.deepEqual((await matchesAt(kernel, "Date.n|")).slice(0, 2), ["now", "name"]);
    assert.ok(!(await matchesAt(kernel, "import * as |")).includes(""));
  });

  it("gives the types of the matches", async () => {
    const typesAt = async (marked: string): Promise<Record<string, unknown>> => {
      const { matches, cursor_start, cursor_end, metadata } = await completeAt(kernel, marked);
      const items = (metadata as Json)._jupyter_types_experimental as Json[];
      assert.deepEqual(
        items.map(({ text }) => text),
        matches,
      );
      assert.ok(items.every(({ start, end }) => start === cursor_start && end === cursor_end));
      return Object.fromEntries(items.map(({ text, type }) => [String(text), type]));
    };
    const { run, user, Net, Color, Mode, ...others } = await typesAt("type T = |");
    assert.deepEqual({ Net, Color, Mode }, { Net: "class", Color: "enum", Mode: "type" });
    assert.deepEqual(
      { run, user, keyof: others.keyof },
      { run: undefined, user: undefined, keyof: "keyword" },
    );
    const { run: ran, user: used } = await typesAt("😀; |");
    assert.deepEqual([ran, used], ["function", "variable"]);
    assert.deepEqual(await typesAt("new Net().|"), { grow: "method", layers: "property" });
    const { Tensor, abs, data } = await typesAt('import * as tf from "@tensorflow/tfjs"; tf.|');
    assert.deepEqual({ Tensor, abs, data }, { Tensor: "class", abs: "function", data: "module" });
  });

  it("gives the same answers while a cell runs", async () => {
    const running = kernel.execute("while (true);");
    assert.equal(await accepted(kernel, "run('tr|')"), "run('train')");
    assert.equal(await accepted(kernel, 'import x from "danf|"'), 'import x from "danfojs-node"');
    await kernel.interrupt();
    await running;
  });
});

describe("completion of files", () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "ssdml-completion-"));
  let kernel: TestKernel;
  before(async () => {
    mkdirSync(path.join(folder, "data"));
    mkdirSync(path.join(folder, ".hidden"));
    writeFileSync(path.join(folder, "helper.ts"), "export const help = 1;");
    writeFileSync(path.join(folder, "data", "points.json"), "[1, 2]");
    kernel = await TestKernel.start(folder);
  });
  after(async () => {
    await kernel.stop();
    rmSync(folder, { recursive: true });
  });

  it("offers modules, data and folders next to the notebook wherever a module is named", async () => {
    for (const asked of [
      'import x from "./|"',
      'export * from "./|"',
      'import("./|")',
      'require("./|',
      'import "./|',
    ]) {
      assert.deepEqual(await matchesAt(kernel, asked), ["data", "helper"], asked);
    }
    assert.equal(await accepted(kernel, 'import x from "./he|"'), 'import x from "./helper"');
    assert.equal(await accepted(kernel, 'import x from "./data/p|"'), 'import x from "./data/points.json"');
    assert.equal(
      await accepted(kernel, 'import x from "./d|/points.json"'),
      'import x from "./data/points.json"',
    );
    assert.deepEqual(await matchesAt(kernel, 'import x from "./.|"'), [".hidden"]);
    assert.deepEqual(await matchesAt(kernel, 'import { h| } from "./helper"'), ["help"]);
  });

  it("offers files in strings that are paths, relative to the notebook's folder", async () => {
    assert.equal(await accepted(kernel, 'readText("data/p|");'), 'readText("data/points.json");');
    assert.equal(await accepted(kernel, "readText('./d|/points.json"), "readText('./data/points.json");
    assert.deepEqual(await matchesAt(kernel, `"${folder}/h|"`), ["helper.ts"]);
    assert.deepEqual(await matchesAt(kernel, '"./|"'), ["data", "helper.ts"]);
    assert.deepEqual(await matchesAt(kernel, '"no/such/folder/|"'), []);
    assert.deepEqual(await matchesAt(kernel, '"da|"'), []);
    await kernel.execute('process.chdir("data");');
    assert.deepEqual(await matchesAt(kernel, '"./|"'), ["points.json"]);
    assert.deepEqual(await matchesAt(kernel, 'import x from "./|"'), ["data", "helper"]);
    await kernel.execute('process.chdir("..");');
  });

  it("offers the kernel's own library", async () => {
    assert.deepEqual(await matchesAt(kernel, 'import x from "ssd|"'), ["ssdml"]);
  });
});
