import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { temporaryFolder } from "../support/temporary";
import { result, TestKernel, textOf } from "./client";

describe("variables of cells", () => {
  let kernel: TestKernel;
  before(async () => {
    kernel = await TestKernel.start();
  });
  after(() => kernel.stop());

  /** Runs cells in order and returns the result of the last one. */
  async function last(...cells: string[]): Promise<string> {
    let shown = "";
    for (const cell of cells) {
      const run = await kernel.execute(cell);
      assert.equal(run.reply.content.status, "ok", `${cell}: ${String(run.reply.content.evalue)}`);
      shown = textOf(run) + (run.outputs.some(({ type }) => type === "execute_result") ? result(run) : "");
    }
    return shown;
  }

  const sessions: Record<string, [cells: string[], shown: string]> = {
    "are shared: a later cell assigns a variable that an earlier function counts": [
      ["let counter = 0; const inc = () => ++counter;", "counter = 10; inc()", "counter"],
      "11",
    ],
    "stop a loop that runs in the background": [
      [
        "let going = true; const task = (async () => { let n = 0; while (going && n < 500) { n++; await new Promise((r) => setTimeout(r, 5)); } return n; })();",
        "going = false; (await task) < 500",
      ],
      "true",
    ],
    "declared again are seen by functions of their own cell and of others": [
      [
        "const rate = 1; function own() { return rate; }",
        "const other = () => rate;",
        "const rate = 2;",
        "[own(), other()]",
      ],
      "[ 2, 2 ]",
    ],
    "keep their value until they are declared again": [
      [
        'let config = "old";',
        "const show = () => console.log(config);",
        'show(); const config = "new"; show();',
      ],
      "old\nnew\n",
    ],
    "may be functions, which see helpers that were declared again": [
      [
        "const format = () => helper(); function helper() { return 1; }",
        "function helper() { return 2; }",
        "format()",
      ],
      "2",
    ],
    "may be set by loops": [
      [
        'let item = 0, key = "", pair: [number, number] = [0, 0], [left, right] = pair;',
        "for (item of [1, 2, 3]) {} for (key in { a: 1, b: 2 }) {} for ([left, right] of [[4, 5]]) {}",
        "[item, key, left, right]",
      ],
      "[ 3, 'b', 4, 5 ]",
    ],
    "may be set by patterns, with defaults that use each other": [
      [
        "const { a = 1, b: [c = a + 1] = [], ...rest } = { d: 4 } as { a?: number; b?: number[]; d: number };",
        "let e = 0, f = 0; ({ a: e, f = 3 } = { a: 5 } as { a: number; f?: number }); [e, f] = [f, e];",
        "[a, c, rest.d, e, f]",
      ],
      "[ 1, 2, 4, 3, 5 ]",
    ],
    "are not confused with names of inner scopes, properties and labels": [
      [
        "let x = 1; const f1 = (x: number) => x; const f2 = () => { let x = 5; return x; }; const o = { x: 7, get y() { return this.x; } };",
        "x: for (const y of [1]) { try { throw 3; } catch (x) { x; } continue x; } class X { x = x + 1; static of(x: number) { return x; } }",
        "x = 2; const g = function x(): string { return typeof x; }; [f1(9), f2(), o.x, o.y, new X().x, X.of(8), g(), `${x}`, { x }]",
      ],
      "[ 9, 5, 7, 7, 3, 8, 'function', '2', { x: 2 } ]",
    ],
    "may be classes, whose instances stay instances": [
      [
        "class Shape { static made = 0; same() { return this instanceof Shape; } } const shape = new Shape();",
        "class Shape { other = 1; }",
        "[shape.constructor === Shape, (shape as any).same(), new Shape().other]",
      ],
      "[ false, true, 1 ]",
    ],
    "may be enums, which start empty when they are declared again": [
      ["enum Level { Low, High }", "enum Level { Only = 5 }", "Object.keys(Level)"],
      "[ '5', 'Only' ]",
    ],
    "are not the `this` of the functions among them": [
      [
        "function who(this: unknown, ...more: unknown[]) { return this === undefined; }",
        "[who(), who?.(), who``, (who)(), ((who))?.(), (who)``]",
      ],
      "[ true, true, true, true, true, true ]",
    ],
    "may be namespaces, also merged with functions and with properties added": [
      [
        "namespace Space { export const v = 1; } function counted() { return 1; } namespace counted { export const most = 5; } function plain() {} plain.calls = 3;",
        "0",
        "0",
        "[Space.v, counted.most, plain.calls]",
      ],
      "[ 1, 5, 3 ]",
    ],
    "may begin with underscores": [
      [
        'const __cache = new Map([["a", 1]]), __dirname = "here"; let ___deep = 2;',
        "[__cache.size, __dirname, ___deep]",
      ],
      "[ 1, 'here', 2 ]",
    ],
    "may be declared by using": [
      [
        "const log: string[] = []; await using resource = { name: 'r', async [Symbol.asyncDispose]() { log.push('closed'); } };",
        "[log, ({ async [await Promise.resolve('k')]() {} } as object)]",
      ],
      "[ [ 'closed' ], { k: [AsyncFunction: k] } ]",
    ],
    "may be exported in every way": [
      [
        "const listed = 1; export { listed };\nexport const named = 2; export default { a: 3 };",
        "export default function () { return 4; }",
        "listed + named",
      ],
      "3",
    ],
    "may be those of the global object": [
      [
        "(globalThis as any).given = 5;",
        "declare var given: number; declare function structuredClone(x: unknown): unknown; given + 1",
        "(globalThis as any).given = 6; [given, structuredClone(1)]",
      ],
      "[ 6, 1 ]",
    ],
    "may be declared by every kind of declaration": [
      [
        "outer: for (var [low, high] = [0, 3], arrow0 = () => 1; low < high; low++) { for (;;) continue outer; } if (low > 9) var never: number | undefined;\n" +
          "for (var i1 = 0; i1 < 2; i1++) var a1: any = i1, b1: any = i1; for (var { y1 } of [{ y1: 1 }, { y1: 2 }]) ; for (var k1 in { q: 1 }) ;\n" +
          "[low, a1, b1, y1!, k1!, arrow0.name]",
      ],
      "[ 3, 1, 1, 2, 'q', 'arrow0' ]",
    ],
    "may be declared in blocks and loops for later cells": [
      [
        "for (var v1 = 0; v1 < 3; v1++) { var inner1 = String(v1); } if (true) { var [pair1] = [{ deep: [1] }]; }",
        "0",
        "[v1.toFixed(1), inner1.length, pair1.deep[0]]",
      ],
      "[ '3.0', 1, 1 ]",
    ],
    "may have the names of the kernel's own objects": [
      [
        "const { exports } = { exports: { add: (a: number, b: number) => a + b } }; const require = (id: string) => id;",
        "let counter = 5; const f = (exports: any) => counter + exports.x; function g() { const { exports } = { exports: { n: 1 } }; counter = 9; return { exports }; }",
        "const run = (exports: any) => exports.getV(); const h = (exports: any) => counter + exports.x;",
        "[exports.add(1, 2), require('x'), f({ x: 1 }), g(), counter, run({ v: 1, getV() { return this.v; } }), h({ x: 1, exports: 2 })]",
      ],
      "[ 3, 'x', 6, { exports: { n: 1 } }, 9, 1, 10 ]",
    ],
    "release their old values": [
      [
        'import { setFlagsFromString } from "node:v8"; import { runInNewContext } from "node:vm"; setFlagsFromString("--expose-gc"); const gc = runInNewContext("gc") as () => void;\n' +
          "const megabytes = async () => { let least = Infinity; for (let i = 0; i < 20 && least > 200; i++) { await new Promise((r) => setTimeout(r, 20)); gc(); least = process.memoryUsage().arrayBuffers / 1e6; } return least; };",
        "let { big }: { big: Uint8Array | null } = { big: new Uint8Array(3e8) }; big = null; (await megabytes()) < 200",
      ],
      "true",
    ],
    "declared only by type refer to the existing variables": [
      ["let data: any = [1, 2];", "declare const data: number[]; data.length", "data.length"],
      "2",
    ],
    "give functions and classes their names": [
      [
        "const arrow = () => 1, Anonymous = class {}, wrapped = ((() => 1)); let late: any; late = () => 1; let other: any; other ??= class {};",
        "[arrow, Anonymous, wrapped, late, other].map(({ name }) => name)",
      ],
      "[ 'arrow', 'Anonymous', 'wrapped', 'late', 'other' ]",
    ],
    "are not confused with text that looks like compiled code": [
      ["const text = `\nexports.a = void 0;\nObject.defineProperty(exports, 'b', {});\n`; text.trim()"],
      "exports.a = void 0;\nObject.defineProperty(exports, 'b', {});",
    ],
  };
  for (const [name, [cells, shown]] of Object.entries(sessions)) {
    it(name, async () => {
      assert.equal(await last(...cells), shown);
    });
  }

  it("follow their module if imported, and can be declared again", async (t) => {
    const folder = temporaryFolder(t);
    writeFileSync(
      path.join(folder, "live.ts"),
      "export let count = 0;\nexport const inc = () => ++count;\nexport default 5;",
    );
    const there = await TestKernel.start(folder);
    t.after(() => there.stop());
    await there.execute('import five, { count, inc } from "./live"; inc();');
    assert.equal(result(await there.execute("inc(); [count, five]")), "[ 2, 5 ]");
    await there.execute('const count = "mine";');
    assert.equal(result(await there.execute("inc(); count")), "mine");
  });

  it("appear in messages with their names in the cell", async () => {
    for (const [code, message] of [
      ["const obj: any = {}; obj.missing();", "obj.missing is not a function"],
      ["obj.missing.deeper();", "Cannot read properties of undefined (reading 'deeper')"],
      ["for (const one of obj) one;", "obj is not iterable"],
      ["const call: any = 5; call();", "call is not a function"],
      ["new call();", "call is not a constructor"],
      ['import fs, { existsSync } from "node:fs"; (fs as any).nope();', "fs.nope is not a function"],
      ["(existsSync as any).nope();", "existsSync.nope is not a function"],
      ["let 変数: any = {}; 変数.foo();", "変数.foo is not a function"],
      ["throw new Error('set module.exports.foo in exports.csv');", "set module.exports.foo in exports.csv"],
    ]) {
      assert.equal((await kernel.execute(code)).reply.content.evalue, message);
    }
  });
});
