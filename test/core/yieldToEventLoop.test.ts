import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { eventLoopYielder } from "../../lib/core/yieldToEventLoop";

const busy = (milliseconds: number) => {
  for (const end = performance.now() + milliseconds; performance.now() < end;);
};

describe("eventLoopYielder", () => {
  it("yields after 40 ms of work, so that timers run, and not before", async () => {
    const yieldToEventLoop = eventLoopYielder();
    assert.equal(yieldToEventLoop(), undefined);
    let hasRun = false;
    setImmediate(() => (hasRun = true));
    busy(45);
    assert.ok(!hasRun);
    await yieldToEventLoop();
    assert.ok(hasRun);
    assert.equal(yieldToEventLoop(), undefined, "the clock starts again");
  });

  it("throws the signal's reason at the start, or once it has yielded", async () => {
    const reason = new Error("enough");
    assert.throws(() => eventLoopYielder(AbortSignal.abort(reason)), reason);
    const stop = new AbortController();
    const yieldToEventLoop = eventLoopYielder(stop.signal);
    busy(45);
    setImmediate(() => {
      stop.abort(reason);
    });
    await assert.rejects(async () => yieldToEventLoop(), reason);
  });
});
