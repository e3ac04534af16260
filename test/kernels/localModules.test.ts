import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { stripVTControlCharacters } from "node:util";
import { pause, result, TestKernel, textOf } from "./client";

describe("local modules", () => {
  const top = mkdtempSync(path.join(os.tmpdir(), "ssdml-modules-"));
  // Many folders have brackets and spaces in their names.
  const folder = path.join(top, "My notebooks (1)");
  let kernel: TestKernel;
  let edits = 0;

  const write = (name: string, text: string): void => {
    const file = path.join(folder, name);
    writeFileSync(file, text);
    // Two edits within one tick of the file system's clock must differ, too.
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

  it("start afresh when one of their imports is edited", async () => {
    write("deep.ts", "export const depth = 1;");
    write("middle.ts", 'import { depth } from "./deep";\nexport const twice = 2 * depth;');
    assert.equal(await value('import { twice } from "./middle"; twice'), "2");
    write("deep.ts", "export const depth = 5;");
    assert.equal(await value('import { twice } from "./middle"; twice'), "10");
  });

  it("may be JSON and CommonJS, and are read again when they are edited", async () => {
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

  it("may be above the notebook's folder and be imported with their extension", async () => {
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

  it("may have any extension, and are read again when they are edited", async () => {
    write("script.js", "export const a = 1;");
    write("plain.mjs", "export const b = 1; export default 10;");
    write("typed.mts", "export const c: number = 1;");
    write("common.cts", "export const d: number = 1;");
    const code =
      'import { a } from "./script"; import ten, { b } from "./plain.mjs"; import { c } from "./typed.mjs";\n' +
      'import { c as same } from "./typed.mts"; import { d } from "./common.cjs"; [a, b, c, same, d, ten]';
    assert.equal(await value(code), "[ 1, 1, 1, 1, 1, 10 ]");
    write("script.js", "export const a = 2;");
    write("plain.mjs", "export const b = 3; export default 10;");
    write("typed.mts", "export const c: number = 4;");
    assert.equal(await value(code), "[ 2, 3, 4, 4, 1, 10 ]");
    assert.equal(
      await value('[(await import("./plain.mjs")).b, (await import("./typed.mts")).c]'),
      "[ 3, 4 ]",
    );
  });

  it("may have a top-level await, also if another module imports them", async () => {
    write(
      "slow.ts",
      'import { setTimeout as sleep } from "node:timers/promises";\nexport const slow: number = await sleep(20, 1);',
    );
    write("uses-slow.ts", 'import { slow } from "./slow";\nexport const twice = 2 * slow;');
    assert.equal(await value('import { twice } from "./uses-slow"; twice'), "2");
    write("slow.ts", "export const slow: number = await Promise.resolve(5);");
    assert.equal(await value('import { twice } from "./uses-slow"; twice'), "10");
    assert.equal(await value('(await import("./slow")).slow'), "5");
    write("slow.ts", '\nexport const slow: number = await Promise.reject(new Error("no luck"));');
    const { reply } = await kernel.execute('import { twice } from "./uses-slow"; twice');
    const traceback = stripVTControlCharacters((reply.content.traceback as string[]).join("\n"));
    assert.match(traceback, /^Error: no luck\n.*slow\.ts:2:\d+/);
    write("slow.ts", "export const slow: number = await Promise.resolve(6);");
    assert.equal(await value('import { twice } from "./uses-slow"; twice'), "12");
  });

  it("give way to other files when they are deleted", async () => {
    write("moved.ts", "export const place = 'file';");
    assert.equal(await value('import { place } from "./moved"; place'), "file");
    rmSync(path.join(folder, "moved.ts"));
    mkdirSync(path.join(folder, "moved"));
    write("moved/index.ts", "export const place = 'folder';");
    assert.equal(await value('import { place } from "./moved"; place'), "folder");
  });

  it("may import each other in a circle and begin with a #! line", async () => {
    write(
      "left.ts",
      "import { right } from './right'; export const left = await Promise.resolve('l'); export const both = () => left + right;",
    );
    write(
      "right.ts",
      "#!/usr/bin/env node\nimport { left } from './left'; export const right = 'r'; export const back = () => right + left;",
    );
    assert.equal(
      await value('import { both } from "./left"; import { back } from "./right"; [both(), back()]'),
      "[ 'lr', 'rl' ]",
    );
  });

  it("can be interrupted while they load", async () => {
    write("endless.ts", 'console.log("loads");\nexport const never: number = await new Promise(() => {});');
    write("computes.ts", 'await null;\nconsole.log("computes");\nwhile (true);\nexport {};');
    for (const [name, text] of [
      ["endless", "loads"],
      ["computes", "computes"],
    ]) {
      const running = kernel.execute(`import "./${name}";`);
      await kernel.printed(text);
      await kernel.interrupt();
      assert.equal((await running).reply.content.ename, "KeyboardInterrupt");
    }
    assert.equal(await value("1"), "1");
  });

  it("are not left half loaded by an interrupt", async () => {
    write(
      "half.ts",
      'export const first = 1;\nif (Date.now() < endOfWait) { console.log("half"); while (Date.now() < endOfWait); }\n' +
        "export const second = 2;\ndeclare global { var endOfWait: number }",
    );
    write("whole.ts", 'import { first, second } from "./half";\nexport const sum = first + second;');
    await kernel.execute("Object.assign(globalThis, { endOfWait: Date.now() + 60_000 }); 0");
    const running = kernel.execute('import { sum } from "./whole"; sum');
    await kernel.printed("half");
    await kernel.interrupt();
    assert.equal((await running).reply.content.ename, "KeyboardInterrupt");
    await kernel.execute("Object.assign(globalThis, { endOfWait: 0 }); 0");
    assert.equal(await value('import { sum } from "./whole"; sum'), "3");
  });

  it("stop their loops when the cell that started them is interrupted", async () => {
    write(
      "loops.ts",
      'import { readFile } from "node:fs/promises";\nexport const count = { turns: 0 };\n' +
        'export async function loop(file: string) { for (;;) { await readFile(file); if (++count.turns === 10) console.log("turns"); } }',
    );
    const running = kernel.execute('import { count, loop } from "./loops"; await loop("data.json");');
    await kernel.printed("turns");
    await kernel.interrupt();
    assert.equal((await running).reply.content.ename, "KeyboardInterrupt");
    const turns = await value("count.turns");
    await pause(100);
    assert.equal(await value("count.turns"), turns);
  });

  it("know their own location, and so do cells", async () => {
    write(
      "where.ts",
      'export const meta = import.meta;\nexport const data = import.meta.resolve("./data.json");\nexport const folder = __dirname;',
    );
    assert.equal(
      await value(
        'import * as where from "./where"; import { fileURLToPath } from "node:url"; import { readFileSync } from "node:fs";\n' +
          "[fileURLToPath(where.meta.url), where.meta.dirname, fileURLToPath(where.data), where.folder, import.meta.dirname, __dirname,\n" +
          'JSON.parse(readFileSync(new URL("./data.json", import.meta.url), "utf8")).a].join()',
      ),
      [
        path.join(folder, "where.ts"),
        folder,
        path.join(folder, "data.json"),
        folder,
        folder,
        folder,
        2,
      ].join(),
    );
  });

  it("appear in stacks with their own lines, in any folder", async () => {
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

  it("find the library in any folder, because the kernel brings it", async () => {
    assert.equal(
      await value('import { grassmann, tf } from "ssdml"; [typeof grassmann, typeof tf.tensor]'),
      "[ 'function', 'function' ]",
    );
    assert.equal(await value('typeof (await import("ssdml")).AGML'), "function");
  });

  it("are loaded by import() without warnings", async () => {
    assert.equal(await value('(await import("node:path")).sep'), path.sep);
    assert.equal(await value('(await import("./data.json")).default.a'), "2");
  });
});
