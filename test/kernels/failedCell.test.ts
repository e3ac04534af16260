import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { namesOnTheWay, reachedDeclarations } from "../../kernels/ssdml/reached";
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

  it("does not keep what it did not come to", async () => {
    await fails('throw new Error("early"); const unborn = 1; enum Never { One } class Neither {}', /early/);
    for (const name of ["unborn", "Never", "Neither"])
      await fails(name, new RegExp(`Cannot find name '${name}'`));
  });

  it("leaves the earlier value and type of a name that it did not come to declare again", async () => {
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

  it("keeps the count of a loop that was interrupted, and what was there before an endless wait", async () => {
    await interrupted("let turns = 7; while (true) turns++;");
    assert.equal(await value("turns > 7"), "true");
    await interrupted(
      "const loaded = await Promise.resolve(42); await new Promise(() => undefined); const rest = 1;",
    );
    assert.equal(await value("loaded"), "42");
    await fails("rest", /Cannot find name 'rest'/);
  });

  it("changes nothing when its types are wrong, or when what it declared cannot stand alone", async () => {
    await value("const safe = 1; safe");
    await fails('const safe = "two"; const wrong: number = "three";', /not assignable/);
    assert.equal(await value("safe + 1"), "2");
    await fails(
      'const safe = "two"; function uses() { return unreached; } throw new Error("no"); const unreached = 1;',
      /no/,
    );
    assert.equal(await value("safe + 1"), "2");
  });
});

describe("the declarations that a cell reached", () => {
  it("are told by the names that TypeScript empties first", () => {
    const code =
      '"use strict";\nexports.b = exports.a = void 0;\nexports.f = f;\nconst a = 1;\nexports.a = a;';
    assert.deepEqual(namesOnTheWay(code), ["b", "a"]);
    const { text, names } = reachedDeclarations(
      "let a = 1, b = 2; work(); var c; type T = number;",
      (name) => name === "a" || name === "T",
    );
    assert.equal(text, "let a = 1;\nvar c;\ntype T = number;");
    assert.deepEqual([...names], ["a", "c", "T"]);
  });
});
