import assert from "node:assert/strict";
import net from "node:net";
import { after, before, describe, it } from "node:test";
import * as zmq from "zeromq";
import { address } from "../../kernels/ssdml/io/connection";
import { answer, encode, sign, type Frame } from "../../kernels/ssdml/io/wire";
import { pause, result, TestKernel } from "./client";

const PORTS = ["hb_port", "shell_port", "control_port", "stdin_port", "iopub_port"] as const;

async function works(kernel: TestKernel): Promise<void> {
  assert.ok((await kernel.ping()) < 10_000);
  assert.equal(result(await kernel.execute("6 * 7")), "42");
}

/** Sends bytes as a web page or a stray program would. Waits until the kernel disconnects or a short time has passed. */
async function sendBytes(port: number, bytes: string | Uint8Array): Promise<void> {
  const socket = net.connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  await new Promise((resolve) => socket.once("connect", resolve));
  socket.write(bytes);
  await pause(200);
  socket.destroy();
}

async function sendFrames(kernel: TestKernel, port: number, frames: Frame[]): Promise<void> {
  const dealer = new zmq.Dealer({ linger: 2000 });
  dealer.connect(address(kernel.connection, port));
  await dealer.send(frames);
  await pause(300);
  dealer.close();
}

describe("a kernel among strangers", () => {
  let kernel: TestKernel;
  before(async () => {
    kernel = await TestKernel.start(process.cwd(), { env: { SSDML_MAX_MESSAGE_MB: "8" } });
  });
  after(() => kernel.stop());

  for (const port of PORTS) {
    it(`survives a message of a dealer and an HTTP request on ${port}`, async () => {
      const number = kernel.connection[port];
      await sendFrames(kernel, number, ["ping"]);
      await sendFrames(kernel, number, ["", ""]);
      await sendBytes(number, "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: */*\r\n\r\n");
      // An old peer (ZMTP 1.0) needs no handshake, so a web page can write such frames into the body of a request.
      await sendBytes(number, Buffer.from([1, 0, 5, 0, 0x70, 0x69, 0x6e, 0x67]));
      await works(kernel);
    });
  }

  it("disconnects a peer that sends a frame larger than SSDML_MAX_MESSAGE_MB", async () => {
    for (const port of PORTS)
      await sendFrames(kernel, kernel.connection[port], ["<IDS|MSG>", Buffer.alloc(9 << 20)]);
    await works(kernel);
  });

  it("drops a signed message whose JSON is nested 20,000 levels deep", async () => {
    const { key } = kernel.connection;
    const frames = encode(key, answer(undefined, "execute_request", {})).map(String);
    for (const place of [2, 3, 4, 5]) {
      const deep = `{"code":${"[".repeat(20_000)}${"]".repeat(20_000)}}`;
      const parts = frames.slice(2).map((frame, i) => (i + 2 === place ? deep : frame));
      const message = [frames[0], sign(key, parts), ...parts];
      await kernel.shell.send(message);
      await kernel.control.send(message);
    }
    await works(kernel);
  });

  it("answers messages with the same id, as jupyter_client's clients with a shared session send them", async () => {
    const first = answer(undefined, "execute_request", { code: "1" });
    await kernel.send("shell", first);
    const second = answer(undefined, "kernel_info_request", {});
    second.header.msg_id = first.header.msg_id;
    assert.equal((await kernel.send("control", second)).reply.content.status, "ok");
  });

  it("runs a recorded message once, whichever socket it is replayed on", async () => {
    await kernel.execute("globalThis.runs = 0; declare global { var runs: number }");
    const message = answer(undefined, "execute_request", { code: "globalThis.runs++" });
    const frames = encode(kernel.connection.key, message);
    await kernel.send("shell", message);
    await kernel.shell.send(frames);
    await sendFrames(kernel, kernel.connection.shell_port, frames);
    assert.equal(result(await kernel.execute("globalThis.runs")), "1");
  });
});

describe("a kernel with the default limit", () => {
  it("survives an unsigned frame of 540 MB", async () => {
    const kernel = await TestKernel.start();
    const huge = Buffer.alloc(540_000_000);
    const { shell_port, control_port, stdin_port } = kernel.connection;
    for (const port of [shell_port, control_port, stdin_port]) await sendFrames(kernel, port, [huge]);
    await works(kernel);
    await kernel.stop();
  });
});
