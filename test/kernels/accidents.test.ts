import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as zmq from "zeromq";
import { newConnection } from "../../lib/jupyter/protocol/connection";
import { pause, result, TestKernel, textOf, type Execution, type StartOptions } from "./client";

/** A kernel and everything that its launcher writes to the terminal. */
async function startListening(
  options: StartOptions = {},
): Promise<{ kernel: TestKernel; said: () => string }> {
  let text = "";
  const onStderr = (chunk: string): void => {
    text += chunk;
  };
  const kernel = await TestKernel.start(process.cwd(), { ...options, onStderr });
  return { kernel, said: () => text };
}

/** A small heap runs out sooner. */
const SMALL_HEAP = { NODE_OPTIONS: "--max-old-space-size=256" };

describe("accidents", () => {
  it("exits with 0 after a shutdown, even while a cell computes", async () => {
    const { kernel, said } = await startListening();
    kernel.execute("while (true);").catch(() => undefined);
    await pause(300);
    await kernel.stop();
    assert.equal(kernel.process.exitCode, 0);
    assert.equal(said(), "");
  });

  it("exits with 1 and a message when the kernel is killed", async () => {
    const { kernel, said } = await startListening();
    process.kill(Number(result(await kernel.execute("process.pid"))), "SIGKILL");
    assert.equal(await kernel.ended(), 1);
    assert.match(said(), /was killed.*Restart/);
  });

  it("exits with 1 and a message when a cell runs out of memory", async () => {
    const { kernel, said } = await startListening({ env: SMALL_HEAP });
    kernel
      .execute("const rows: number[][] = []; while (true) rows.push([Math.random()]);")
      .catch(() => undefined);
    assert.equal(await kernel.ended(), 1);
    assert.match(said(), /out of memory.*Restart/s);
  });

  for (const port of ["shell_port", "hb_port"] as const) {
    it(`does not start when its ${port} is taken, and names the port`, async () => {
      const connection = await newConnection();
      const other = new zmq.Router();
      await other.bind(`tcp://127.0.0.1:${connection[port]}`);
      let said = "";
      const onStderr = (text: string): void => {
        said += text;
      };
      const starting = TestKernel.start(process.cwd(), { connection, onStderr });
      await assert.rejects(starting, /ended before it was ready/);
      other.close();
      assert.match(said, new RegExp(`cannot start: .*port ${connection[port]}.*Address already in use`));
    });
  }

  it("fails a cell whose timers throw or whose promises reject, and still shows its value, also after the wasm engine has started", async () => {
    const kernel = await TestKernel.start();
    const throwing = [
      'setTimeout(() => {\n  throw new Error("late");\n}, 0); await new Promise((r) => setTimeout(r, 50)); 5',
      '\nvoid Promise.reject(new Error("late")); 5',
    ];
    const startEngine = 'import { useEngine } from "ssdml"; await useEngine("wasm");';
    for (const code of [...throwing, startEngine, ...throwing]) {
      if (code === startEngine) {
        await kernel.execute(code);
        continue;
      }
      const run = await kernel.execute(code);
      assert.deepEqual([run.reply.content.status, run.reply.content.evalue], ["error", "late"]);
      assert.deepEqual(
        run.outputs.map(({ type }) => type),
        ["error", "execute_result"],
      );
      assert.match(String(run.outputs[0].content.traceback), /cell\[\d\]:2/);
      assert.equal(result(run), "5");
    }
    await kernel.stop();
  });

  it("shows errors from an ended cell's background work at that cell and does not fail the running cell", async () => {
    const kernel = await TestKernel.start();
    const leaving = [
      'setTimeout(() => { throw new Error("of a timer"); }, 150); void 0',
      'void (async () => { await new Promise((r) => setTimeout(r, 200)); throw new Error("of a promise"); })()',
    ];
    const left: Execution[] = [];
    for (const code of leaving) left.push(await kernel.execute(code));
    const beside = await kernel.execute(
      "for (let i = 0; i < 80; i++) await new Promise((r) => setTimeout(r, 5)); 'done'",
    );
    assert.deepEqual([beside.reply.content.status, result(beside)], ["ok", "done"]);
    const errors = kernel.published.filter(({ header }) => header.msg_type === "error");
    assert.deepEqual(
      errors.map(({ content, parent }) => [content.evalue, parent.msg_id]),
      ["of a timer", "of a promise"].map((text, i) => [text, left[i].reply.parent.msg_id]),
    );
    await kernel.stop();
  });

  it("does not fail a running cell because of other cells' callbacks of files and child processes", async () => {
    const kernel = await TestKernel.start();
    const left = await kernel.execute(
      'import { exec } from "node:child_process"; import { promisify } from "node:util"; const run = promisify(exec);\n' +
        'void run("sleep 0.1").then(() => { throw new Error("from then"); });\n' +
        'void (async () => { try { await run("sleep 0.1; exit 1"); } catch { throw new Error("from catch"); } })();\n' +
        'exec("sleep 0.1", () => { throw new Error("from a callback"); }); void 0',
    );
    const beside = await kernel.execute('await run("sleep 0.4"); "done"');
    assert.deepEqual([beside.reply.content.status, result(beside)], ["ok", "done"]);
    const errors = kernel.published.filter(({ header }) => header.msg_type === "error");
    assert.deepEqual(errors.map(({ content }) => content.evalue).sort(), [
      "from a callback",
      "from catch",
      "from then",
    ]);
    for (const { parent } of errors) assert.equal(parent.msg_id, left.reply.parent.msg_id);
    await kernel.stop();
  });

  it("does not flood a notebook with errors", async () => {
    const kernel = await TestKernel.start();
    const run = await kernel.execute(
      "for (let i = 0; i < 1000; i++) void Promise.reject(new Error(String(i))); await new Promise((r) => setTimeout(r, 50));",
    );
    assert.equal(run.reply.content.evalue, "0");
    assert.equal(run.outputs.filter(({ type }) => type === "error").length, 20);
    assert.match(textOf(run, "stderr"), /^There are more uncaught errors.*\n$/);
    await kernel.stop();
  });

  it("ends an interval that throws", async () => {
    const kernel = await TestKernel.start();
    const run = await kernel.execute(
      'setInterval(() => { throw new Error("tick"); }, 5); await new Promise((r) => setTimeout(r, 200));',
    );
    assert.equal(run.reply.content.evalue, "tick");
    assert.equal(run.outputs.filter(({ type }) => type === "error").length, 1);
    await kernel.stop();
  });

  it("rejects process.exit and continues", async () => {
    const kernel = await TestKernel.start();
    await kernel.execute("const kept = 1;");
    const exit = await kernel.execute("process.exit(3)");
    assert.match(String(exit.reply.content.evalue), /would end the kernel/);
    assert.equal(result(await kernel.execute("kept")), "1");
    await kernel.stop();
  });
});
