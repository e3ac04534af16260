import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { isComplete } from "../../kernels/ssdml/assist/assist";
import { answer } from "../../kernels/ssdml/io/wire";
import { pause, result, TestKernel, textOf } from "./client";

describe("isComplete", () => {
  const cases: Record<string, string> = {
    "1 + 1": "complete",
    "await f()": "complete",
    "": "complete",
    "function f() {": "incomplete",
    "const a = [1,": "incomplete",
    "`text": "incomplete",
    "/* note": "incomplete",
    "const a = `${b}` +": "incomplete",
    "f(1, // one": "incomplete",
    "if (a)": "incomplete",
    "text = 'a\\": "incomplete",
    "text = 'a": "invalid",
    "/a": "invalid",
    "}": "invalid",
    "f(1))": "invalid",
    "1 2": "invalid",
    "let = = 2; f(": "invalid",
    "const a = ); 1": "invalid",
  };
  for (const [code, status] of Object.entries(cases)) {
    it(`${JSON.stringify(code)} is ${status}`, () => {
      assert.equal(isComplete(code).status, status);
    });
  }

  it("answers unknown for values that are not text and for very long texts", () => {
    assert.deepEqual(isComplete(undefined), { status: "unknown" });
    assert.deepEqual(isComplete("1;".repeat(1_000_000)), { status: "unknown" });
  });

  it("proposes the indent", () => {
    assert.equal(isComplete("if (a) {\n  f(").indent, "    ");
    assert.equal(isComplete("f(`${a} and ${{ b }.b}`, {").indent, "    ");
  });
});

describe("tooling", () => {
  let kernel: TestKernel;
  before(async () => {
    kernel = await TestKernel.start();
    await kernel.execute(
      "/** How many points there are. */\nconst pointCount = 3;\nconst settings = { alpha: 1, beta: 2 };",
    );
  });
  after(() => kernel.stop());

  async function complete(code: string): Promise<Record<string, unknown>> {
    const cursor = Array.from(code).length;
    const { reply } = await kernel.request("shell", "complete_request", { code, cursor_pos: cursor });
    return reply.content;
  }

  it("completes by types", async () => {
    assert.deepEqual((await complete("settings.")).matches, ["alpha", "beta"]);
  });

  for (const [how, code] of [
    ["computes", "let turns = 0; while (true) turns++;"],
    ["awaits", "await new Promise(() => undefined);"],
  ]) {
    it(`answers while a cell ${how}, and stays busy afterwards`, async () => {
      const running = kernel.execute(code);
      assert.ok(((await complete("pointC")).matches as string[]).includes("pointCount"));
      assert.match(await inspect("pointCount"), /How many points/);
      const judged = await kernel.request("shell", "is_complete_request", { code: "f(" });
      assert.equal(judged.reply.content.status, "incomplete");
      const info = await kernel.request("shell", "kernel_info_request", {});
      assert.equal(info.reply.content.implementation, "ssdml");
      await pause(50);
      const states = kernel.published.filter(({ header }) => header.msg_type === "status");
      const last = states[states.length - 1];
      assert.equal(last.content.execution_state, "busy");
      assert.equal(last.parent.msg_type, "execute_request");
      await kernel.interrupt();
      assert.equal((await running).reply.content.ename, "KeyboardInterrupt");
    });
  }

  it("knows what the last cell declared while another runs", async () => {
    await kernel.execute("const newName = { gamma: 3 };");
    const running = kernel.execute("while (true);");
    assert.deepEqual((await complete("newName.")).matches, ["gamma"]);
    await kernel.interrupt();
    await running;
  });

  it("counts code points, not UTF-16 units", async () => {
    const content = await complete('"😀"; settings.al');
    assert.deepEqual([content.cursor_start, content.cursor_end], [14, 16]);
  });

  async function inspect(code: string): Promise<string> {
    const { reply } = await kernel.request("shell", "inspect_request", { code, cursor_pos: code.length });
    return (reply.content.data as Record<string, string>)["text/plain"] ?? "";
  }

  it("inspects with type and doc comment", async () => {
    assert.match(await inspect("pointCount"), /const pointCount: (3|number)\n\nHow many points there are\./);
    await kernel.execute("/** How many clusters there are. */\nconst pointCount = 4;");
    assert.match(await inspect("pointCount"), /How many clusters/);
    assert.equal(await inspect("noSuchName"), "");
  });

  it("inspects declarations of packages and of the language, with their doc comments", async () => {
    await kernel.execute('import { readFileSync } from "node:fs";');
    assert.match(await inspect("readFileSync"), /the contents of the `path`/);
    assert.match(await inspect('"text".padStart'), /Pads the current string[^]*@param maxLength/);
    assert.match(await inspect("Math.max"), /larger of a set/);
    await kernel.execute(
      "class Words extends Array<string> { override at(i: number) { return super.at(i); } }",
    );
    assert.match(await inspect("new Words().at"), /Returns the item located/, "inherited");
  });

  it("answers with an error when the compiler fails, and compiles the next cell", async () => {
    const { reply } = await kernel.request("shell", "complete_request", {
      code: `${"[".repeat(1500)}${"]".repeat(1500)};Math.`,
    });
    assert.equal(reply.content.status, "error");
    assert.equal(result(await kernel.execute("settings.beta")), "2");
    assert.deepEqual((await complete("settings.")).matches, ["alpha", "beta"]);
  });

  it("finds a module that was missing at first", async () => {
    const name = `late-${process.pid}`;
    const file = path.join(process.cwd(), `${name}.ts`);
    const cell = `import * as late from "./${name}"; late.`;
    try {
      const running = kernel.execute("while (true);");
      assert.deepEqual((await complete(cell)).matches, []);
      writeFileSync(file, "export const beta = 7;");
      assert.deepEqual((await complete(cell)).matches, ["beta"], "beside a cell");
      await kernel.interrupt();
      await running;
      rmSync(file);
      const other = cell.replace("late.", "late.be");
      assert.deepEqual((await complete(other)).matches, []);
      writeFileSync(file, "export const beta = 7;");
      assert.equal(result(await kernel.execute(`${other}ta`)), "7", "in a cell that was typed before");
    } finally {
      rmSync(file, { force: true });
    }
  });

  it("finds packages in another folder while a cell runs", async () => {
    await kernel.execute('process.chdir("/");');
    const running = kernel.execute("while (true);");
    assert.ok(((await complete('import * as m from "mathjs"; m.')).matches as string[]).includes("matrix"));
    await kernel.interrupt();
    await running;
    await kernel.execute(`process.chdir(${JSON.stringify(process.cwd())});`);
  });

  it("knows the declarations of a short cell that was sent just before", async () => {
    // Tries several times, because on a busy machine no cell is short.
    let found: unknown[] = [];
    for (let i = 0; i < 10 && found.length === 0; i++) {
      const [, completed] = await Promise.all([
        kernel.execute(`const sent${i} = { first: 1 };`),
        complete(`sent${i}.`),
      ]);
      found = completed.matches as unknown[];
    }
    assert.deepEqual(found, ["first"]);
  });

  it("is busy from the start of a cell to its end, whatever other requests arrive", async () => {
    const began = kernel.published.length;
    const cells = [
      kernel.execute("await new Promise((r) => setTimeout(r, 300));"),
      kernel.execute("await new Promise((r) => setTimeout(r, 300));"),
    ];
    await pause(100);
    await kernel.request("shell", "comm_info_request", {});
    await pause(50);
    const states = (): string[] =>
      kernel.published
        .slice(began)
        .filter(({ header }) => header.msg_type === "status")
        .map(({ content, parent }) => `${String(content.execution_state)} ${String(parent.msg_type)}`);
    assert.equal(states().at(-1), "busy execute_request", "beside the first cell");
    await cells[0];
    await pause(100);
    assert.equal(states().at(-1), "busy execute_request", "in the second cell");
    await cells[1];
    assert.equal(states().at(-1), "idle execute_request");
  });

  it("runs a cell with imports that was completed or inspected just before", async () => {
    const cell = 'import { basename } from "node:path"; const file = basename("a/b"); file';
    for (let time = 0; time < 2; time++) {
      await complete(cell);
      assert.equal(result(await kernel.execute(cell)), "b");
      await inspect(cell);
      assert.equal(result(await kernel.execute(cell)), "b");
    }
  });

  it("knows the kernel's own functions", async () => {
    const { reply } = await kernel.request("shell", "inspect_request", { code: "display", cursor_pos: 3 });
    assert.match((reply.content.data as Record<string, string>)["text/plain"] ?? "", /Shows a value/);
  });

  it("keeps the history of cells and, on request, of their outputs", async () => {
    const ask = async (question: Record<string, unknown>): Promise<unknown[]> => {
      const { reply } = await kernel.request("shell", "history_request", question);
      return (reply.content.history as [number, number, unknown][]).map(([, , cell]) => cell);
    };
    for (const cell of ["20 + 1", "20 + 1", "20 + 2;\nconst nothing = 0;"]) await kernel.execute(cell);
    const search = { hist_access_type: "search", pattern: "20 ? *" };
    assert.deepEqual(await ask({ hist_access_type: "tail", n: 2, output: true }), [
      ["20 + 1", "21"],
      ["20 + 2;\nconst nothing = 0;", null],
    ]);
    assert.equal((await ask(search)).length, 3);
    assert.equal((await ask({ ...search, n: 2 })).length, 2);
    assert.deepEqual(await ask({ ...search, unique: true }), ["20 + 1", "20 + 2;\nconst nothing = 0;"]);
    assert.deepEqual(await ask({ hist_access_type: "range", session: -1 }), []);
    assert.match(
      String((await ask({ hist_access_type: "range", session: 0, start: 1, stop: 2 }))[0]),
      /pointCount/,
    );
  });

  it("asks the user for input", async () => {
    kernel.onInputRequest = ({ prompt }) => `answer to ${String(prompt)}`;
    assert.equal(result(await kernel.execute('await input("name?")')), "answer to name?");
    const { reply } = await kernel.execute('await input("name?")', { allow_stdin: false });
    assert.match(String(reply.content.evalue), /cannot ask/);
  });

  it("exchanges messages with outputs through comms", async () => {
    await kernel.execute(
      'notebook.comms.register("echo", (comm, data) => { comm.send({ hello: data }); comm.onMessage((m) => { console.log("got", m.x); comm.send({ twice: Number(m.x) * 2 }); }); });',
    );
    const open = answer(undefined, "comm_open", { comm_id: "c1", target_name: "echo", data: { a: 1 } });
    const message = answer(undefined, "comm_msg", { comm_id: "c1", data: { x: 21 } });
    kernel.send("shell", open).catch(() => undefined);
    kernel.send("shell", message).catch(() => undefined);
    const { reply } = await kernel.request("shell", "comm_info_request", { target_name: "echo" });
    assert.deepEqual(reply.content.comms, { c1: { target_name: "echo" } });
    assert.equal(textOf(await kernel.execute("1")), "");
    const sent = kernel.published
      .filter(({ header }) => header.msg_type === "comm_msg")
      .map(({ content }) => content.data);
    assert.deepEqual(sent, [{ hello: { a: 1 } }, { twice: 42 }]);
  });
});
