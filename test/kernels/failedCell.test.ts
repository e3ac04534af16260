import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { declarationsAfterFailure } from "../../kernels/ssdml/compile/declarationsAfterFailure";
import { pause, result, TestKernel, type Execution } from "./client";

describe("a cell that fails", () => {
  let kernel: TestKernel;
  before(async () => {
    kernel = await TestKernel.start();
  });
  after(() => kernel.stop());

  const run = (code: string): Promise<Execution> => kernel.execute(code);
  const value = async (code: string): Promise<string> => {
    const execution = await run(code);
    assert.equal(execution.reply.content.status, "ok", String(execution.reply.content.evalue));
    return result(execution);
  };
  const fails = async (code: string, says: RegExp): Promise<void> => {
    const { reply } = await run(code);
    assert.equal(reply.content.status, "error");
    assert.match(`${String(reply.content.ename)}: ${String(reply.content.evalue)}`, says);
  };
  async function interrupted(code: string): Promise<void> {
    const running = run(code);
    await pause(500);
    await kernel.interrupt();
    assert.equal((await running).reply.content.ename, "KeyboardInterrupt");
  }

  it("keeps what it declared before it threw, with its type", async () => {
    await fails(
      'const a = 1, { b, c: [d] } = { b: "two", c: [3] }; class Point { x = a; } throw new Error("no"); const e = 5;',
      /no/,
    );
    assert.equal(await value("`${a + 1} ${b.length} ${d} ${new Point().x}`"), "2 3 3 1");
    await fails("a.length", /'length' does not exist on type/);
  });

  it("does not keep declarations that did not execute", async () => {
    await fails('throw new Error("early"); const unborn = 1; enum Never { One } class Neither {}', /early/);
    for (const name of ["unborn", "Never", "Neither"])
      await fails(name, new RegExp(`Cannot find name '${name}'`));
  });

  it("keeps the earlier value and type of a name whose new declaration did not execute", async () => {
    await value("const twice = 1; let assigned = 1; twice");
    await fails('assigned = 2; throw new Error("no"); const twice = "text";', /no/);
    assert.equal(await value("twice.toFixed(1) + assigned"), "1.02");
  });

  it("keeps imports, types, functions and variables without a value", async () => {
    await fails(
      'import { basename, type ParsedPath } from "node:path"; interface Named { name: string } let later: Named | undefined;\n' +
        'function nameOf(named: Named) { return basename(named.name); }\nthrow new Error("no");',
      /no/,
    );
    assert.equal(await value('later = { name: "a/b" }; const parsed = {} as ParsedPath; nameOf(later)'), "b");
  });

  it("keeps the counter of an interrupted loop, and the declarations before an endless await", async () => {
    await interrupted("let turns = 7; while (true) turns++;");
    assert.equal(await value("turns > 7"), "true");
    await interrupted(
      "const loaded = await Promise.resolve(42); await new Promise(() => undefined); const rest = 1;",
    );
    assert.equal(await value("loaded"), "42");
    await fails("rest", /Cannot find name 'rest'/);
  });

  it("keeps declarations that depend on statements in between: checks, assignments, undefined", async () => {
    await fails(
      `const found = /b(.)/.exec("abc"); if (!found) throw new Error("none"); const letter = found[1];
let total: number; total = 3; const half = total / 2; const missing = [1].find((x) => x > 1); const { p, q } = { p: 1, q: missing };
throw new Error("late");`,
      /late/,
    );
    assert.equal(await value("`${letter} ${half} ${missing} ${p} ${q}`"), "c 1.5 undefined 1 undefined");
  });

  it("changes nothing when its types are wrong", async () => {
    await value("const safe = 1; safe");
    await fails('const safe = "two"; const wrong: number = "three";', /not assignable/);
    assert.equal(await value("safe + 1"), "2");
  });

  it("keeps its functions, which see the variables that exist", async () => {
    await value("const rate = 10; function f() { return rate; } f()");
    await fails('const rate = 10; function f() { return rate + 1; } throw new Error("x");', /x/);
    assert.equal(await value("f()"), "11");
    await fails(
      'const kept = "two"; const render = () => format(kept); throw new Error("no"); const format = (text: string) => text.length;',
      /no/,
    );
    assert.equal(await value("kept.length"), "3");
    await fails("render()", /^TypeError: format is not a function$/);
  });

  it("is judged by which declarations executed, not by their values", async () => {
    await value("const n = 1; let x = NaN; let counted = 1; const bump = () => ++counted; 0");
    await fails('let n = 1; throw new Error("x");', /x/);
    assert.equal(await value("n = 2; n"), "2");
    await fails('throw new Error("e"); const x = "text";', /e/);
    assert.equal(await value("x.toFixed(0)"), "NaN");
    await fails('bump(); throw new Error("e"); const counted = "text";', /e/);
    assert.equal(await value("counted.toFixed(1)"), "2.0");
    await fails('let a = 1, b = 2, c = (() => { throw new Error("third"); })();', /third/);
    assert.equal(await value("a + b"), "3");
  });

  it("finds the imports of a cell that was inspected or completed before it ran", async () => {
    const code = 'import { extname } from "node:path"; const dotted = 1;';
    await kernel.request("shell", "inspect_request", { code, cursor_pos: 10, detail_level: 0 });
    await value(`${code} dotted`);
    await kernel.request("shell", "inspect_request", { code, cursor_pos: 10, detail_level: 0 });
    await run(code);
    assert.equal(await value("extname('a.b') + dotted"), ".b1");
    await kernel.request("shell", "complete_request", { code, cursor_pos: code.length });
    await run(code);
    assert.equal(await value("extname('a.c') + dotted"), ".c1");
  });
});

describe("declarationsAfterFailure", () => {
  it("takes the new declarations that executed and keeps the old ones of the others", () => {
    const before =
      'import old, { left } from "m";\ndeclare const a: 1, b: 2;\ndeclare class C {}\ndeclare function f(): 1;\n';
    const after =
      'import * as old from "n";\nimport { left, right } from "n";\ndeclare let a: "a", b: "b";\ndeclare enum C { D }\ntype T = 1;\n';
    assert.equal(
      declarationsAfterFailure(before, after, new Set(["old", "left", "b", "C"])),
      'import { right } from "n";\ndeclare let a: "a";\ntype T = 1;\nimport old, { left } from "m";\ndeclare const b: 2;\ndeclare class C {\n}\n',
    );
    assert.equal(declarationsAfterFailure(before, after, new Set()), after);
  });
});
