import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { stripVTControlCharacters } from "node:util";
import { result, TestKernel, textOf } from "./client";

describe("local modules", () => {
  const top = mkdtempSync(path.join(os.tmpdir(), "ssdml-modules-"));
  // Brackets and spaces are in the names of many people's folders.
  const folder = path.join(top, "My notebooks (1)");
  let kernel: TestKernel;
  let edits = 0;

  const write = (name: string, text: string): void => {
    const file = path.join(folder, name);
    writeFileSync(file, text);
    // Two edits within a tick of the file system's clock must differ, too.
    const time = Date.now() / 1000 + ++edits;
    utimesSync(file, time, time);
  };
  const value = async (code: string): Promise<string> => {
    const run = await kernel.execute(code);
    assert.equal(run.reply.content.status, "ok", String(run.reply.content.evalue));
    assert.equal(textOf(run, "stderr"), "");
    return result(run);
  };

  before(async () => {
    mkdirSync(folder);
    kernel = await TestKernel.start(folder);
  });
  after(async () => {
    await kernel.stop();
    rmSync(top, { recursive: true });
  });

  it("keep their state when another one is imported or edited", async () => {
    write("base.ts", "export class Model {}\nexport const registry = new Map<string, number>();");
    write("other.ts", "export const other = 1;");
    await value(
      'import { Model, registry } from "./base"; registry.set("a", 1); const model = new Model(); 0',
    );
    assert.equal(await value('import { other } from "./other"; other'), "1");
    write("other.ts", "export const other = 2;");
    assert.equal(await value('import { other } from "./other"; other'), "2");
    const again = 'import { Model, registry } from "./base"; [registry.size, model instanceof Model]';
    assert.equal(await value(again), "[ 1, true ]");
  });

  it("start afresh when something that they import is edited", async () => {
    write("deep.ts", "export const depth = 1;");
    write("middle.ts", 'import { depth } from "./deep";\nexport const twice = 2 * depth;');
    assert.equal(await value('import { twice } from "./middle"; twice'), "2");
    write("deep.ts", "export const depth = 5;");
    assert.equal(await value('import { twice } from "./middle"; twice'), "10");
  });

  it("may be JSON and CommonJS, read again when they are edited", async () => {
    write("data.json", '{ "a": 1 }');
    write("plain.cjs", "exports.b = 1;");
    const code =
      'import data from "./data.json"; const { b } = require("./plain.cjs") as { b: number }; [data.a, b]';
    assert.equal(await value(code), "[ 1, 1 ]");
    write("data.json", '{ "a": 2 }');
    write("plain.cjs", "exports.b = 2;");
    assert.equal(await value(code), "[ 2, 2 ]");
    write("uses.ts", 'import data from "./data.json";\nexport const twice = 2 * data.a;');
    const uses = 'import { twice } from "./uses"; twice';
    assert.equal(await value(uses), "4");
    write("data.json", '{ "a": 3 }');
    assert.equal(await value(uses), "6");
    write("data.json", '{ "a": 2 }');
  });

  it("may use types that cells cannot name", async () => {
    write(
      "hidden.ts",
      "interface Hidden { a: number }\nexport const make = (): Hidden => ({ a: 1 });\nexport const list = (): Hidden[] => [make()];\n" +
        "export const secretive = () => class { private secret = 1; open = 2 };",
    );
    assert.equal(
      await value(
        'import { list, make, secretive } from "./hidden"; function use(n: number) { return make(); }\n' +
          "async function later() { return make(); } function* some() { yield make(); } const [first] = list(), { length } = list();\n" +
          "class User { made = make(); use() { return make(); } } const Anonymous = class { private p = 1; q = 3 };\n" +
          "const Secret = secretive(); 0",
      ),
      "0",
    );
    assert.equal(
      await value(
        "[use(1).a, (await later()).a, [...some()].length, first.a, length, new User().use().a, new Anonymous().q, new Secret().open]",
      ),
      "[\n  1, 1, 1, 1,\n  1, 1, 3, 2\n]",
    );
  });

  it("may lie above the notebook's folder, and be named with their ending", async () => {
    write(
      "../shared.ts",
      'import { own } from "./My notebooks (1)/own";\nexport const shared = () => own + 1;',
    );
    write("own.ts", "export const own = 1;");
    assert.equal(
      await value('import { shared } from "../shared"; import { own } from "./own.ts"; [shared(), own]'),
      "[ 2, 1 ]",
    );
    write("../shared.ts", 'export const shared = () => { throw new Error("from above"); };');
    const { reply } = await kernel.execute('import { shared } from "../shared"; shared();');
    assert.match((reply.content.traceback as string[]).join("\n"), /shared\.ts:1:37/);
    assert.equal(await value('(await import("../shared")).shared.name'), "shared");
  });

  it("are named in stacks with the lines that they have, in any folder", async () => {
    write(
      "boom.ts",
      "interface Unused { a: number }\n\nexport function boom(): never {\n  throw new Error('boom');\n}",
    );
    const { reply } = await kernel.execute('\nimport { boom } from "./boom";\nboom();');
    const traceback = stripVTControlCharacters((reply.content.traceback as string[]).join("\n"));
    assert.match(traceback, /boom\.ts:4:9\)\n/);
    assert.match(traceback, /> 3 \| boom\(\);/);
    assert.match(traceback, /at cell\[\d+\]:3:1$/);
  });

  it("need not lie where the library is: the kernel brings it", async () => {
    assert.equal(
      await value('import { grassmann, tf } from "ssdml"; [typeof grassmann, typeof tf.tensor]'),
      "[ 'function', 'function' ]",
    );
    assert.equal(await value('typeof (await import("ssdml")).AGML'), "function");
  });

  it("are loaded by import() without a word", async () => {
    assert.equal(await value('(await import("node:path")).sep'), path.sep);
    assert.equal(await value('(await import("./data.json")).default.a'), "2");
  });
});
