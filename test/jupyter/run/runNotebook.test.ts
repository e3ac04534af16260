import assert from "node:assert/strict";
import { existsSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import {
  defaultKernel,
  findKernel,
  installedKernels,
  notebookText,
  runNotebook,
  startKernel,
  type Notebook,
  type NotebookEvent,
  type RunNotebookOptions,
} from "../../../lib/jupyter";
import { assertValidNotebook, codeCells, eventually, notebookOf, printed } from "../../support/notebooks";
import { isAlive } from "../../../lib/io/processes/isAlive";
import { temporaryFolder, withEnvironment } from "../../support/temporary";

type Finished = Extract<NotebookEvent, { kind: "finished" }>;

async function run(notebook: Notebook, options: RunNotebookOptions = {}) {
  const events: NotebookEvent[] = [];
  for await (const event of runNotebook(notebook, options)) events.push(event);
  return { events, finished: events.at(-1) as Finished };
}

const posix = process.platform !== "win32";
const forever = "await new Promise((resolve) => setTimeout(resolve, 1e9))";

describe("runNotebook", () => {
  it("runs the cells in order and brings their outputs, counts and the kernel's name", async () => {
    const notebook = notebookOf(
      { source: "# text", type: "markdown" },
      "const a = 2;",
      "",
      'console.log("one"); console.log("two"); console.error("three"); console.log(a * 21)',
    );
    const { events, finished } = await run(notebook);
    assert.deepEqual(
      events.filter(({ kind }) => kind !== "output").map(({ kind }) => kind),
      ["started", "cellStarted", "cellFinished", "cellStarted", "cellFinished", "finished"],
    );
    assert.equal(finished.status, "ok");
    const [first, empty, last] = codeCells(finished.notebook);
    assert.deepEqual([first.execution_count, empty.execution_count, last.execution_count], [1, null, 2]);
    assert.deepEqual(
      last.outputs.map((output) => (output.output_type === "stream" ? output.text : "")),
      ["one\ntwo\n", "three\n", "42\n"],
    );
    assert.equal(finished.notebook.metadata.language_info?.name, "typescript");
    assertValidNotebook(notebookText(finished.notebook));
    assert.deepEqual(codeCells(notebook)[2].outputs, [], "the notebook itself is untouched");
  });

  it("stops at the first error, with the cell and the reason", async () => {
    const { finished, events } = await run(
      notebookOf("1", '\nthrow new Error("boom")', 'console.log("never")'),
    );
    assert.equal(finished.status, "error");
    assert.equal(finished.failure?.number, 2);
    assert.match(finished.failure.message, /boom/);
    assert.equal(events.filter(({ kind }) => kind === "cellStarted").length, 2);
    assert.deepEqual(codeCells(finished.notebook)[2].outputs, []);
  });

  it("fails by what nobody catches, at the cell that left it running, and does not wait for the others", async () => {
    const throwLater = 'setTimeout(() => { throw new Error("late"); }, 100);';
    for (const cells of [
      [throwLater, forever],
      [throwLater, "await new Promise((resolve) => setTimeout(resolve, 300))", 'console.log("never")'],
      [`${throwLater} ${forever}`],
    ]) {
      const { finished } = await run(notebookOf(...cells));
      assert.equal(finished.status, "error");
      assert.deepEqual([finished.failure?.number, finished.failure?.source], [1, cells[0]]);
      assert.match(finished.failure!.message, /Error.*: late/);
      const [first, ...others] = codeCells(finished.notebook);
      assert.ok(first.outputs.some(({ output_type: type }) => type === "error"));
      assert.equal(others.map((cell) => printed(cell)).join(""), "");
      assertValidNotebook(notebookText(finished.notebook));
    }
  });

  it("goes on behind cells that may fail, and leaves out those that should not run", async () => {
    const notebook = notebookOf(
      {
        source: 'setTimeout(() => { throw new Error("late"); }, 50); throw new Error("boom")',
        tags: ["raises-exception"],
      },
      { source: 'throw new Error("never")', tags: ["skip-execution"] },
      'await new Promise((resolve) => setTimeout(resolve, 200)); console.log("on")',
    );
    codeCells(notebook)[1].outputs.push({ output_type: "stream", name: "stdout", text: "before" });
    const { finished, events } = await run(notebook);
    assert.equal(finished.status, "ok");
    assert.deepEqual(
      events.map((event) => (event.kind === "cellFinished" ? event.status : "")).filter(Boolean),
      ["error", "ok"],
    );
    const [failed, skipped, last] = codeCells(finished.notebook);
    assert.equal(failed.outputs[0].output_type, "error");
    assert.equal(printed(skipped), "before");
    assert.equal(printed(last), "on\n");
    const { finished: died } = await run(
      notebookOf({ source: 'process.kill(process.pid, "SIGKILL")', tags: ["raises-exception"] }, "1"),
    );
    assert.equal(died.status, "died", "a kernel that is gone cannot go on");
  });

  it("sets parameters", async () => {
    const notebook = notebookOf(
      { source: "const seed = 1;", tags: ["parameters"] },
      "if (seed === 2) console.log('two')",
    );
    const { finished } = await run(notebook, { parameters: { seed: 2 } });
    assert.equal(printed(codeCells(finished.notebook)[2]), "two\n");
  });

  it("runs JavaScript notebooks, in the folder that it is told", async (t) => {
    const folder = temporaryFolder(t);
    const notebook = notebookOf("let a; a = process.cwd(); a = [a]; console.log(a[0])");
    notebook.metadata = { kernelspec: { name: "jslab", display_name: "JavaScript", language: "javascript" } };
    const { finished } = await run(notebook, { folder });
    assert.equal(printed(codeCells(finished.notebook)[0]), `${folder}\n`);
  });

  it("interrupts a cell that takes too long, busy or waiting", async () => {
    for (const endless of ["while (true) {}", forever]) {
      const { finished } = await run(notebookOf("console.log(process.pid)", endless, "1"), { timeout: 2 });
      assert.equal(finished.status, "timeout");
      assert.equal(finished.failure?.number, 2);
      assert.match(finished.failure.message, /ran longer than 2 s\. Give it more time/);
      const [first, second] = codeCells(finished.notebook);
      assert.deepEqual(
        second.outputs.map((output) => (output.output_type === "error" ? output.ename : "")),
        ["KeyboardInterrupt", "TimeoutError"],
        "it was interrupted first",
      );
      assert.equal(isAlive(Number(printed(first))), false);
    }
  });

  it("says how the kernel ended when it ends in a cell", async () => {
    const { finished } = await run(notebookOf('process.kill(process.pid, "SIGKILL")', "1"));
    assert.equal(finished.status, "died");
    assert.equal(finished.failure?.number, 1);
    assert.match(finished.failure.message, /^the kernel was killed, /);
    assertValidNotebook(notebookText(finished.notebook));
    for (const [signal, sentence] of posix
      ? ([
          ["SIGSEGV", /^the kernel crashed with SIGSEGV, probably in native code\. /],
          ["SIGUSR2", /^the kernel ended by SIGUSR2\. It said:\n/],
        ] as const)
      : []) {
      const { finished: crashed } = await run(
        notebookOf(`process.kill(process.pid, "${signal}"); ${forever}`),
      );
      assert.equal(crashed.status, "died");
      assert.match(crashed.failure!.message, sentence);
    }
  });

  it("stops when it is aborted, and keeps what there is", async () => {
    const stop = new AbortController();
    let finished: Finished | undefined;
    for await (const event of runNotebook(notebookOf("console.log(process.pid)", forever), {
      signal: stop.signal,
    })) {
      if (event.kind === "cellStarted" && event.number === 2) stop.abort();
      if (event.kind === "finished") finished = event;
    }
    assert.equal(finished?.status, "stopped");
    assert.equal(isAlive(Number(printed(codeCells(finished.notebook)[0]))), false);
    const { finished: early } = await run(notebookOf("1"), { signal: AbortSignal.abort() });
    assert.equal(early.status, "stopped");
  });

  it("ends the kernel and what it started when nobody listens any more", { skip: !posix }, async () => {
    const spawning = `import { spawn } from "node:child_process";
      const child = spawn("sleep", ["1000"]);
      console.log(process.pid, child.pid);`;
    let pids: number[] = [];
    for await (const event of runNotebook(notebookOf(spawning, "1"))) {
      if (event.kind !== "output" || event.output.output_type !== "stream") continue;
      pids = event.output.text.split(" ").map(Number);
      break;
    }
    assert.equal(pids.length, 2);
    await eventually(() => !pids.some(isAlive), "kernel and child have ended");
  });

  it("refuses a limit that is none", async () => {
    await assert.rejects(
      run(notebookOf("1"), { timeout: 0 }),
      /timeout must be a positive number of seconds, got 0/,
    );
  });
});

describe("startKernel", () => {
  it("hands over the secret in a file for the owner alone, which goes with the kernel", async () => {
    const kernel = await startKernel(defaultKernel("typescript"));
    if (posix) assert.equal(statSync(kernel.connectionFile).mode & 0o777, 0o600);
    await kernel.shutdown();
    assert.equal(existsSync(kernel.connectionFile), false);
    assert.equal(isAlive(kernel.pid), false);
  });

  it("says why a kernel does not start", async () => {
    const spec = (...argv: string[]) => ({ name: "odd", display_name: "Odd", language: "typescript", argv });
    await assert.rejects(startKernel(spec("/no/such/program")), {
      name: "UserError",
      message: /^cannot start the kernel odd: .*ENOENT/,
    });
    await assert.rejects(
      startKernel(spec(process.execPath, "-e", "console.error('no luck'); process.exit(4)")),
      {
        name: "UserError",
        message: /^the kernel odd does not start: the kernel ended with exit code 4\. It said:\nno luck$/,
      },
    );
    await assert.rejects(
      startKernel(spec(process.execPath, "-e", "setInterval(() => 0, 1e6)"), { startTimeoutMs: 500 }),
      {
        name: "UserError",
        message: /^the kernel odd did not answer within 0\.5 s/,
      },
    );
  });

  for (const [kind, last] of [
    ["ends", "process.exit(1)"],
    ["says so and never answers, as stock tslab does", "setInterval(() => 0, 1e6)"],
  ]) {
    it(`tries once more when a port was taken meanwhile and the kernel ${kind}`, async (t) => {
      const file = path.join(temporaryFolder(t), "tried");
      const { argv, ...spec } = defaultKernel("typescript");
      const once = `const fs = require("fs");
      if (!fs.existsSync(process.argv[1])) { fs.writeFileSync(process.argv[1], ""); console.error("port 5: Address already in use"); ${last}; }
      else { process.argv.splice(1, 2, ...process.argv.slice(2)); require(process.argv[1]); }`;
      const kernel = await startKernel(
        { ...spec, argv: [argv[0], "-e", once, file, ...argv.slice(1)] },
        { startTimeoutMs: 20_000 },
      );
      assert.ok(isAlive(kernel.pid));
      await kernel.shutdown();
    });
  }
});

describe("findKernel", () => {
  it("finds kernels as Jupyter does, and names those that there are", async (t) => {
    const folder = temporaryFolder(t);
    withEnvironment(t, { JUPYTER_PATH: folder });
    const home = path.join(folder, "kernels", "mine");
    mkdirSync(home, { recursive: true });
    const file = path.join(home, "kernel.json");
    const { argv } = defaultKernel("typescript");
    writeFileSync(
      file,
      JSON.stringify({ argv, display_name: "Mine", language: "typescript", env: { MINE: "yes" } }),
    );
    assert.ok(installedKernels().includes("mine"));
    const spec = findKernel("mine");
    assert.deepEqual([spec.name, spec.display_name, spec.argv], ["mine", "Mine", argv]);
    assert.deepEqual(findKernel(file), spec);
    const { finished } = await run(notebookOf("console.log(process.env.MINE)"), { kernel: spec });
    assert.equal(printed(codeCells(finished.notebook)[0]), "yes\n");
    assert.equal(finished.notebook.metadata.kernelspec?.name, "mine");
    assert.throws(
      () => findKernel("yours"),
      /there is no kernel "yours"; the kernels are ssdml, tslab, jslab, .*mine/,
    );
    writeFileSync(file, "{}");
    assert.throws(() => findKernel("mine"), /does not describe a kernel: it has no command in "argv"/);
  });
});
