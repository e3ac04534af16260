import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { answer, encode } from "../../../kernels/ssdml/io/wire";
import { result, TestKernel } from "../client";

/** The kernel's code runs in another realm, which cells must not notice. */
describe("values that the kernel gives to cells", () => {
  let kernel: TestKernel;
  before(async () => {
    kernel = await TestKernel.start();
  });
  after(() => kernel.stop());

  const truths = {
    "promises are instances of Promise":
      "[display(1), import('node:fs'), input('?')].every((promise) => promise instanceof Promise)",
    "errors are instances of Error":
      "const thrown = (code: () => unknown): unknown => { try { return code(); } catch (error) { return error; } }; " +
      "thrown(() => process.exit(1)) instanceof Error && thrown(() => progress(3 as never)) instanceof TypeError",
    "timers give promises of the cells' realm":
      "import { setTimeout as sleep } from 'node:timers/promises'; sleep(1) instanceof Promise",
    "the signal is Node's": "notebook.signal instanceof AbortSignal",
    "imported packages share the cells' built-in objects":
      "import { random } from 'ssdml'; random(1).sample(5, 2) instanceof Int32Array",
  };
  for (const [name, code] of Object.entries(truths)) {
    it(name, async () => {
      const run = await kernel.execute(code);
      assert.equal(run.reply.content.status, "ok", JSON.stringify(run.reply.content));
      assert.equal(result(run), "true");
    });
  }

  it("the data of comms are objects of the cells' realm", async () => {
    await kernel.execute(
      "const heard: unknown[] = []; notebook.comms.register('here', (comm, data) => { heard.push(data); });",
    );
    const opened = { comm_id: "1", target_name: "here", data: { list: [1, 2] } };
    await kernel.shell.send(encode(kernel.connection.key, answer(undefined, "comm_open", opened)));
    const seen = "(heard[0] as { list: number[] }).list instanceof Array && heard[0] instanceof Object";
    assert.equal(result(await kernel.execute(seen)), "true");
  });
});
