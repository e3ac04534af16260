import assert from "node:assert/strict";
import { it } from "node:test";
import { setImmediate } from "node:timers/promises";
import { drainAsync } from "../../lib/core/drain";
import { eventsOf } from "../../lib/train/eventsOf";

it("eventsOf yields each event as soon as it is reported, then the result or the error", async () => {
  const log: string[] = [];
  const steps = eventsOf<string, number>(async (report) => {
    report("a");
    report("b");
    await setImmediate();
    log.push("working");
    report("c");
    return 7;
  });
  const result = await drainAsync(steps, (event) => {
    log.push(event);
  });
  assert.equal(result, 7);
  assert.deepEqual(log, ["a", "b", "working", "c"]);
  const failing = eventsOf<string, never>(async (report) => {
    report("first");
    await setImmediate();
    throw new Error("mine");
  });
  assert.deepEqual(await failing.next(), { value: "first", done: false });
  await assert.rejects(failing.next(), /mine/);
});
