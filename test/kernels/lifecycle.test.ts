import assert from "node:assert/strict";
import { statSync } from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import * as zmq from "zeromq";
import { address } from "../../kernels/ssdml/io/connection";
import { ownKernel } from "../../lib/jupyter/kernel/builtInKernels";
import { answer, encode } from "../../kernels/ssdml/io/wire";
import { isAlive } from "../../lib/io/processes/isAlive";
import { pause, result, TestKernel } from "./client";

async function ends(pid: number): Promise<boolean> {
  for (let i = 0; i < 100 && isAlive(pid); i++) await pause(100);
  return !isAlive(pid);
}

/** Starts a child, a detached child, and a daemon that has left its parents. */
const START_PROCESSES = `
import { execSync, spawn } from "node:child_process";
const detached = spawn("sleep", ["600"], { detached: true, stdio: "ignore" });
detached.unref();
const daemon = execSync("setsid sh -c 'sleep 600 >/dev/null 2>&1 & echo $!'", { encoding: "utf8" });
[process.pid, spawn("sleep", ["600"]).pid, detached.pid, Number(daemon)]`;

/** The ids of the kernel's main process and of the processes that a cell started. */
async function processes(kernel: TestKernel): Promise<number[]> {
  const pids = JSON.parse(result(await kernel.execute(START_PROCESSES))) as number[];
  for (const pid of pids) assert.ok(isAlive(pid), `process ${pid} has not started`);
  return pids;
}

describe("the lifecycle of a kernel", () => {
  it("never publishes the status starting after idle, which would make front ends wait forever", async () => {
    const kernel = await TestKernel.start();
    await pause(200);
    const states = kernel.published
      .filter(({ header }) => header.msg_type === "status")
      .map(({ content }) => content.execution_state);
    await kernel.stop();
    assert.equal(states.lastIndexOf("starting") <= 0 && states.at(-1), "idle", states.join(", "));
  });

  it("ends with all processes that it started when it is shut down", async () => {
    const kernel = await TestKernel.start();
    const pids = await processes(kernel);
    await kernel.stop();
    for (const pid of pids) assert.ok(await ends(pid), `process ${pid} is left`);
  });

  it("ends when it is shut down while a cell computes", async () => {
    const kernel = await TestKernel.start();
    const pids = await processes(kernel);
    kernel.execute("while (true);").catch(() => undefined);
    await pause(500);
    await kernel.stop();
    for (const pid of pids) assert.ok(await ends(pid), `process ${pid} is left`);
  });

  it("ends when its launcher is killed, even while a cell computes", async () => {
    const kernel = await TestKernel.start();
    const pids = await processes(kernel);
    kernel.execute("while (true);").catch(() => undefined);
    await pause(500);
    kernel.process.kill("SIGKILL");
    for (const pid of pids) assert.ok(await ends(pid), `process ${pid} is left`);
    kernel.close();
  });

  it("ends with all processes that it started when its launcher is killed while it is idle", async () => {
    const kernel = await TestKernel.start();
    const pids = await processes(kernel);
    kernel.process.kill("SIGKILL");
    for (const pid of pids) assert.ok(await ends(pid), `process ${pid} is left`);
    kernel.close();
  });

  it("ends with all processes that it started when it is killed itself", async () => {
    const kernel = await TestKernel.start(process.cwd(), { onStderr: () => undefined });
    const pids = await processes(kernel);
    process.kill(pids[0], "SIGKILL");
    for (const pid of pids) assert.ok(await ends(pid), `process ${pid} is left`);
    await kernel.ended();
  });

  it("shuts down properly after an interrupt that had no effect", async () => {
    let said = "";
    const kernel = await TestKernel.start(process.cwd(), { onStderr: (text) => (said += text) });
    const deaf = `import { execSync } from "node:child_process"; execSync("trap '' INT; sleep 5");`;
    kernel.execute(deaf).catch(() => undefined);
    await pause(700);
    await kernel.interrupt();
    await pause(700);
    const asked = kernel.request("control", "shutdown_request", { restart: true });
    await asked;
    assert.equal(await kernel.ended(), 0);
    assert.equal(said, "");
  });

  it("ends even if a subscribed client does not read", async () => {
    const kernel = await TestKernel.start();
    const idler = new zmq.Subscriber({ linger: 0, receiveHighWaterMark: 1 });
    idler.connect(address(kernel.connection, kernel.connection.iopub_port));
    idler.subscribe();
    try {
      const pids = await processes(kernel);
      await kernel.execute('for (let i = 0; i < 400_000; i++) console.log("x".repeat(100));');
      await kernel.stop();
      for (const pid of pids) assert.ok(await ends(pid), `process ${pid} is left`);
    } finally {
      idler.close();
    }
  });

  it("drops messages that are malformed, unsigned or badly signed", async () => {
    const kernel = await TestKernel.start();
    const request = answer(undefined, "execute_request", { code: "globalThis.broken = true" });
    await kernel.shell.send(encode("wrong key", request));
    await kernel.shell.send(encode("", request));
    await kernel.shell.send(["<IDS|MSG>"]);
    await kernel.shell.send(["nothing", "of", "use"]);
    await kernel.shell.send(encode(kernel.connection.key, answer(undefined, "no_such_request", {})));
    assert.equal(result(await kernel.execute('"broken" in globalThis')), "false");
    await kernel.stop();
  });

  it("makes its connection file readable by its owner only", async () => {
    const kernel = await TestKernel.start();
    const { mode } = statSync(path.join(kernel.folder, "connection.json"));
    assert.equal(mode & 0o077, 0);
    await kernel.stop();
  });

  it("asks front ends to interrupt by message", () => {
    assert.equal(ownKernel().interrupt_mode, "message");
    assert.equal(ownKernel().argv.at(-1), "{connection_file}");
  });
});
