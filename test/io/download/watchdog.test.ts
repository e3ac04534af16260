import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { watchdog } from "../../../lib/io/download/watchdog";

const complaint = (limit: number) => new Error(`nothing for ${limit} ms`);

describe("watchdog", () => {
  const clock = (t: TestContext) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    return (milliseconds: number) => {
      t.mock.timers.tick(milliseconds);
    };
  };

  it("aborts once nothing has happened for the limit, with the complaint", (t) => {
    const tick = clock(t);
    const dog = watchdog(100, complaint);
    tick(99);
    dog.alive(50);
    tick(49);
    assert.ok(!dog.signal.aborted);
    tick(1);
    assert.equal((dog.signal.reason as Error).message, "nothing for 50 ms");
    dog.end();
  });

  it("does nothing after its end", (t) => {
    const tick = clock(t);
    const dog = watchdog(100, complaint);
    dog.end();
    tick(1000);
    assert.ok(!dog.signal.aborted);
  });

  it("aborts with the caller's signal and its reason, also one that was aborted before", () => {
    const outer = new AbortController();
    const running = watchdog(1e6, complaint, outer.signal);
    const reason = new Error("enough");
    outer.abort(reason);
    assert.equal(running.signal.reason, reason);
    running.end();
    const late = watchdog(1e6, complaint, outer.signal);
    assert.equal(late.signal.reason, reason);
    late.end();
  });
});
