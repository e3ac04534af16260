import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { Publisher, Reply, Router } from "zeromq";
import { KernelClient } from "../../../lib/jupyter/protocol/client";
import { newConnection, type Connection } from "../../../lib/jupyter/protocol/connection";
import { decode, encode, request, type Message } from "../../../lib/jupyter/protocol/message";

describe("KernelClient", () => {
  it("hears only messages with the right signature", async (t) => {
    const { client, shell, iopub, connection } = await fakeKernel(t);
    const heard: unknown[] = [];
    const run = client.execute("1", (message) => heard.push(message.content));
    const [identity, ...received] = await shell.receive();
    const asked = decode(received, connection.key);
    assert.ok(asked);
    assert.equal(asked.header.msg_type, "execute_request");
    const about = (type: string, content: Record<string, unknown>): Message => ({
      ...request("kernel", type, content),
      parent: asked.header,
    });
    // Until the subscription has arrived a publisher drops what it sends.
    for (let i = 0; i < 5; i++) {
      await iopub.send(encode(about("stream", { text: "forged" }), "another key"));
      await iopub.send(encode(about("stream", { text: "true" }), connection.key));
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await shell.send([identity, ...encode(about("execute_reply", { status: "forged" }), "another key")]);
    await shell.send([identity, "no", "message"]);
    await shell.send([identity, ...encode(about("execute_reply", { status: "ok" }), connection.key)]);
    await iopub.send(encode(about("status", { execution_state: "idle" }), connection.key));
    assert.equal((await run).content.status, "ok");
    assert.ok(heard.length > 0);
    for (const content of heard) assert.deepEqual(content, { text: "true" });
  });

  it("counts code points when it asks for completions and inspection", async (t) => {
    const { client, shell, connection } = await fakeKernel(t);
    const reply = async (content: Record<string, unknown>) => {
      const [identity, ...received] = await shell.receive();
      const asked = decode(received, connection.key);
      assert.ok(asked);
      const answer = { ...request("kernel", "reply", content), parent: asked.header };
      await shell.send([identity, ...encode(answer, connection.key)]);
      return asked.content;
    };
    const matches = client.complete('"😀"; a');
    assert.equal((await reply({ matches: ["alpha"] })).cursor_pos, 6);
    assert.deepEqual(await matches, ["alpha"]);
    const known = client.inspect("alpha");
    await reply({ found: true, data: { "text/plain": "const alpha: 1" } });
    assert.equal(await known, "const alpha: 1");
    const unknown = client.inspect("beta");
    await reply({ found: false, data: {} });
    assert.equal(await unknown, undefined);
  });

  it("tells a beating heart from one that has stopped", async (t) => {
    const { client, connection } = await fakeKernel(t);
    assert.equal(await client.heartbeat(50), false);
    const heart = new Reply({ linger: 0 });
    t.after(() => {
      heart.close();
    });
    await heart.bind(`tcp://127.0.0.1:${connection.hb_port}`);
    const beat = client.heartbeat(5000);
    await heart.send(await heart.receive());
    assert.equal(await beat, true);
  });

  it("ends all waiting with the reason when it is closed", async (t) => {
    const { client } = await fakeKernel(t);
    const run = client.execute("1", () => undefined);
    client.close(new Error("the kernel has gone"));
    await assert.rejects(run, /the kernel has gone/);
    await assert.rejects(client.request("shell", "kernel_info_request", {}), /the kernel has gone/);
  });
});
async function fakeKernel(
  t: TestContext,
): Promise<{ client: KernelClient; shell: Router; iopub: Publisher; connection: Connection }> {
  const connection = await newConnection();
  const [shell, iopub] = [new Router({ linger: 0 }), new Publisher({ linger: 0 })];
  await shell.bind(`tcp://127.0.0.1:${connection.shell_port}`);
  await iopub.bind(`tcp://127.0.0.1:${connection.iopub_port}`);
  const client = new KernelClient(connection);
  t.after(() => {
    client.close(new Error("the test is over"));
    shell.close();
    iopub.close();
  });
  return { client, shell, iopub, connection };
}
