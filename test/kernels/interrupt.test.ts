import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { answer, encode } from "../../kernels/ssdml/io/wire";
import { pause, result, testNodes, TestKernel, textOf } from "./client";

const TIMES = 20;
const OTHER_TIMES = 5;

const TRAINING_STEP = `
import * as tf from "@tensorflow/tfjs-core";
import { engines, useEngine } from "ssdml";
const hasTensorflow = (await engines()).some((row) => row.name === "tensorflow" && row.available);
await useEngine(hasTensorflow ? "tensorflow" : "wasm");
const x: tf.Tensor2D = tf.randomNormal([600, 600]);
while (true) {
  turns++;
  const loss = tf.tidy(() => tf.mean(tf.square(tf.matMul(tf.matMul(x, x), x))));
  await loss.data();
  loss.dispose();
}`;

/** The five kinds of loops that every kernel must stop. Each counts in `turns`, which shows whether it continues. */
const ENDLESS = {
  "a computing loop": "while (true) turns++;",
  "an awaiting cell": "await new Promise(() => {});",
  "a timer loop": "while (true) { turns++; await new Promise((r) => setTimeout(r, 5)); }",
  "a microtask loop": "while (true) { turns++; await null; }",
  "a native training step": TRAINING_STEP,
};

const OTHER_ENDLESS = {
  "a loop that sleeps by node:timers/promises":
    'import { setTimeout as sleep } from "node:timers/promises"; while (true) { turns++; await sleep(5); }',
  "a loop over files":
    'import { readFile } from "node:fs/promises"; while (true) { turns++; await readFile("package.json"); }',
  "an interval": "setInterval(() => { turns++; }, 5); await new Promise(() => {});",
  "a computing loop after an await": "await null; while (true) turns++;",
  "a loop that catches everything": "while (true) { try { turns++; await null; } catch {} }",
  "a chain of promises that extends itself":
    "{ const f = (): Promise<unknown> => { turns++; return Promise.resolve().then(f); }; void f(); }",
  "a chain of promises left behind by a cell that failed":
    "{ const f = (): Promise<unknown> => { turns++; return Promise.resolve().then(f); }; void f(); } throw new Error();",
  "a microtask that schedules itself again": "{ const f = () => { turns++; queueMicrotask(f); }; f(); }",
  "a tick that schedules itself again": "{ const f = () => { turns++; process.nextTick(f); }; f(); }",
  "a child process": 'import { execSync } from "node:child_process"; execSync("sleep 60");',
};

const CASES = [
  ...Object.entries(ENDLESS).map(([name, code]) => ({ name, code, times: TIMES })),
  ...Object.entries(OTHER_ENDLESS).map(([name, code]) => ({ name, code, times: OTHER_TIMES })),
];

for (const node of testNodes())
  describe(`interrupt on ${node}`, () => {
    let kernel: TestKernel;
    before(async () => {
      kernel = await TestKernel.start(process.cwd(), { node });
      await kernel.execute("let turns = 0; const kept = 'kept';");
    });
    after(() => kernel.stop());

    for (const { name, code, times } of CASES) {
      it(`stops ${name}, ${times} times, and keeps state`, async () => {
        for (let time = 0; time < times; time++) {
          const running = kernel.execute(code);
          await pause(150 + 10 * time);
          await kernel.interrupt();
          const { reply } = await running;
          assert.equal(reply.content.status, "error");
          assert.equal(reply.content.ename, "KeyboardInterrupt", JSON.stringify(reply.content));
          const first = await kernel.execute("turns");
          await pause(50);
          const second = await kernel.execute("turns");
          assert.equal(result(first), result(second), "the loop goes on");
        }
        assert.equal(result(await kernel.execute("kept")), "kept");
        const heard = await kernel.execute('import { writeSync } from "node:fs"; writeSync(2, "heard\\n");');
        assert.equal(textOf(heard, "stderr"), "heard\n", "what native code writes");
      });
    }

    const BACKGROUND = {
      "promises in a timer":
        "setTimeout(() => { const f = (): Promise<unknown> => { turns++; return Promise.resolve().then(f); }; void f(); }, 50);",
      "ticks in a timer":
        "setTimeout(() => { const f = () => { turns++; process.nextTick(f); }; f(); }, 50);",
      "a loop in the callback of a file": 'readFile("package.json", () => { while (true) turns++; });',
      "promises in the callback of a file":
        'readFile("package.json", () => { const f = (): Promise<unknown> => { turns++; return Promise.resolve().then(f); }; void f(); });',
      "a loop in the callback of a process": 'spawn("true").on("exit", () => { while (true) turns++; });',
    };
    for (const [name, code] of Object.entries(BACKGROUND)) {
      it(`stops ${name} that an ended cell left behind`, async () => {
        await kernel.execute(
          'import { readFile } from "node:fs"; import { spawn } from "node:child_process";',
        );
        for (let time = 0; time < OTHER_TIMES; time++) {
          const before = Number(result(await kernel.execute("turns")));
          const running = kernel.execute(code);
          await pause(400);
          await kernel.interrupt();
          await running;
          const first = Number(result(await kernel.execute("turns")));
          await pause(50);
          assert.ok(first > before, "the loop has not begun");
          assert.equal(Number(result(await kernel.execute("turns"))), first, "the loop goes on");
        }
        assert.equal(result(await kernel.execute("kept")), "kept");
      });
    }

    it("stops the drawing of the last value", async () => {
      const endless = ["() => new Promise<never>(() => undefined)", "() => { while (true); }"];
      for (const draw of endless) {
        const running = kernel.execute(`({ [Symbol.for("Jupyter.display")]: ${draw} })`);
        await pause(300);
        await kernel.interrupt();
        assert.equal((await running).reply.content.ename, "KeyboardInterrupt");
        assert.equal(result(await kernel.execute("kept")), "kept");
      }
    });

    it("stops a display that is never drawn, and later cells do not wait for it", async () => {
      const running = kernel.execute(
        'display({ [Symbol.for("Jupyter.display")]: () => new Promise<never>(() => undefined) }); console.log("drawing");',
      );
      await kernel.printed("drawing");
      await kernel.interrupt();
      await running;
      assert.equal(result(await kernel.execute("kept")), "kept");
    });

    it("stops the listeners of a comm", async () => {
      await kernel.execute('notebook.comms.register("endless", () => { while (true); });');
      const opening = { comm_id: "1", target_name: "endless", data: {} };
      void kernel.shell.send(encode(kernel.connection.key, answer(undefined, "comm_open", opening)));
      await pause(300);
      await kernel.interrupt();
      assert.equal(result(await kernel.execute("kept")), "kept");
    });

    it("runs catch and finally blocks, and then nothing more of the cell", async () => {
      await kernel.execute("const said: string[] = [];");
      const running = kernel.execute(`
        async function inner() {
          try { await new Promise(() => {}); } catch (error) { said.push((error as Error).name); throw error; } finally { said.push("inner"); }
        }
        try { console.log("tries"); await inner(); said.push("never"); } finally { said.push("outer"); await Promise.resolve(); said.push("cleaned"); }
        said.push("never");`);
      await kernel.printed("tries");
      await kernel.interrupt();
      assert.equal((await running).reply.content.ename, "KeyboardInterrupt");
      const said = await kernel.execute("said.join()");
      assert.equal(result(said), "KeyboardInterrupt,inner,outer,cleaned");
    });

    it("runs finally after a loop over a source that never yields", async () => {
      await kernel.execute("const loops: string[] = [];");
      const running = kernel.execute(`
        async function* slow() { yield 1; await new Promise(() => {}); }
        try { for await (const n of slow()) { loops.push(String(n)); console.log("loops"); } } finally { loops.push("finally"); }`);
      await kernel.printed("loops");
      await kernel.interrupt();
      assert.equal((await running).reply.content.ename, "KeyboardInterrupt");
      assert.equal(result(await kernel.execute("loops.join()")), "1,finally");
    });

    it("also stops what an ended cell left running in finally", async () => {
      await kernel.execute(
        'void (async () => { try { while (true) await new Promise((r) => setTimeout(r, 5)); } finally { console.log("stuck"); while (true); } })();',
      );
      await pause(50);
      await kernel.interrupt();
      await kernel.printed("stuck");
      await kernel.interrupt();
      assert.equal(result(await kernel.execute("kept")), "kept");
    });

    it("stops a loop that catches everything and waits", async () => {
      const running = kernel.execute(
        'console.log("catches"); while (true) { try { turns++; await new Promise((r) => setTimeout(r, 5)); } catch {} }',
      );
      await kernel.printed("catches");
      await kernel.interrupt();
      assert.equal((await running).reply.content.ename, "KeyboardInterrupt");
      const turns = result(await kernel.execute("turns"));
      await pause(50);
      assert.equal(result(await kernel.execute("turns")), turns);
    });

    it("answers heartbeats while a cell computes", async () => {
      const running = kernel.execute("{ const end = Date.now() + 1000; while (Date.now() < end); }");
      await pause(200);
      assert.ok((await kernel.ping()) < 500);
      const info = await kernel.request("control", "kernel_info_request");
      assert.equal(info.reply.content.implementation, "ssdml");
      assert.equal((await running).reply.content.status, "ok");
    });

    it("stops a computing loop through the shell channel, as VS Code does", async () => {
      const running = kernel.execute("while (true) turns++;");
      await pause(200);
      assert.equal((await kernel.request("shell", "interrupt_request")).reply.content.status, "ok");
      assert.equal((await running).reply.content.ename, "KeyboardInterrupt");
    });

    it("lets a cell that uses its signal stop by itself, with its timers", async () => {
      const running = kernel.execute(
        "let steps = 0; while (!notebook.signal.aborted) { steps++; await new Promise((next) => setTimeout(next, 20)); } steps > 0",
      );
      await pause(250);
      await kernel.interrupt();
      const run = await running;
      assert.equal(run.reply.content.status, "ok");
      assert.equal(result(run), "true");
    });

    it("lets a cell that uses its signal finish a long synchronous step", async () => {
      const running = kernel.execute(
        `const { signal } = notebook; await null; console.log("step");
         while (!signal.aborted) {
           const end = Date.now() + 1500; while (Date.now() < end);
           await new Promise((next) => setTimeout(next, 0));
         }
         "finished"`,
      );
      await kernel.printed("step");
      await kernel.interrupt();
      const run = await running;
      assert.deepEqual([run.reply.content.status, result(run)], ["ok", "finished"]);
    });

    it("stops a step that takes too long at the second interrupt, or soon after the first", async () => {
      for (const times of [2, 1]) {
        const running = kernel.execute(
          `notebook.signal; await null; console.log("endless ${times}"); while (true);`,
        );
        await kernel.printed(`endless ${times}`);
        const asked = Date.now();
        for (let time = 0; time < times; time++) await kernel.interrupt();
        assert.equal((await running).reply.content.ename, "KeyboardInterrupt");
        assert.equal(Date.now() - asked < 2900, times === 2, "the first gives it three seconds");
        assert.equal(result(await kernel.execute("kept")), "kept");
      }
    });

    it("shows an interrupt when the signal makes a cell throw", async () => {
      const running = kernel.execute(
        'await (await import("node:timers/promises")).setTimeout(60_000, 0, { signal: notebook.signal })',
      );
      await pause(400);
      await kernel.interrupt();
      assert.equal((await running).reply.content.ename, "KeyboardInterrupt");
    });

    it("stops a cell that ignores its signal at the second interrupt, or soon after the first", async () => {
      for (const repeat of [true, false]) {
        const running = kernel.execute(
          `notebook.signal.addEventListener("abort", () => console.log("aborted")); console.log("listens ${String(repeat)}"); await new Promise(() => {});`,
        );
        await kernel.printed(`listens ${String(repeat)}`);
        await kernel.interrupt();
        if (repeat) await kernel.interrupt();
        const run = await running;
        assert.match(textOf(run), /aborted/);
        assert.equal(run.reply.content.ename, "KeyboardInterrupt");
      }
    });

    it("does nothing to an idle kernel", async () => {
      await kernel.interrupt();
      await pause(500);
      assert.equal(result(await kernel.execute("1 + 1")), "2");
    });
  });
