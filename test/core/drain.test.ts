import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { drain, drainAsync, lastEvent, mapSteps, mapStepsAsync } from "../../lib/core/drain";

function* counting(closed: string[] = []): Generator<number, string, undefined> {
  try {
    yield 1;
    yield 2;
    return "done";
  } finally {
    closed.push("closed");
  }
}

async function* countingAsync(closed: string[] = []): AsyncGenerator<number, string, undefined> {
  await Promise.resolve();
  return yield* counting(closed);
}

const fail = () => {
  throw new Error("mine");
};

describe("drain", () => {
  it("returns the result and passes every event on", () => {
    const events: number[] = [];
    assert.equal(
      drain(counting(), (event) => events.push(event)),
      "done",
    );
    assert.deepEqual(events, [1, 2]);
    assert.equal(drain(counting()), "done");
  });

  it("closes the generator once, also when onEvent throws", () => {
    const closed: string[] = [];
    drain(counting(closed));
    assert.throws(() => drain(counting(closed), fail), /mine/);
    assert.deepEqual(closed, ["closed", "closed"]);
  });
});

describe("drainAsync", () => {
  it("returns the result of generators of either kind, and pauses after every event", async () => {
    for (const steps of [counting(), countingAsync()]) {
      const log: unknown[] = [];
      const pause = async () => {
        await Promise.resolve();
        log.push("pause");
      };
      assert.equal(await drainAsync(steps, (event) => log.push(event), pause), "done");
      assert.deepEqual(log, [1, "pause", 2, "pause"]);
    }
  });

  it("closes the generator when onEvent or the pause throws", async () => {
    const closed: string[] = [];
    await assert.rejects(drainAsync(counting(closed), fail), /mine/);
    await assert.rejects(drainAsync(countingAsync(closed), undefined, fail), /mine/);
    assert.deepEqual(closed, ["closed", "closed"]);
  });
});

describe("mapSteps and mapStepsAsync", () => {
  it("yield the changed events and return the same result", async () => {
    const events: string[] = [];
    const note = (event: string) => events.push(event);
    assert.equal(drain(mapSteps(counting(), String), note), "done");
    for (const steps of [counting(), countingAsync()])
      assert.equal(await drainAsync(mapStepsAsync(steps, String), note), "done");
    assert.deepEqual(events, ["1", "2", "1", "2", "1", "2"]);
  });

  it("pause after every event, before the next is computed", async () => {
    const log: unknown[] = [];
    const pause = async () => {
      await Promise.resolve();
      log.push("pause");
    };
    await drainAsync(
      mapStepsAsync(counting(), (event) => event, pause),
      (event) => log.push(event),
    );
    assert.deepEqual(log, [1, "pause", 2, "pause"]);
  });

  it("close the generator when the reader leaves, or when a change or a pause throws", async () => {
    const closed: string[] = [];
    for (const event of mapSteps(counting(closed), String)) if (event === "1") break;
    for await (const event of mapStepsAsync(countingAsync(closed), String)) if (event === "1") break;
    assert.throws(() => drain(mapSteps(counting(closed), fail)), /mine/);
    await assert.rejects(drainAsync(mapStepsAsync(counting(closed), String, fail)), /mine/);
    assert.equal(closed.length, 4);
  });
});

describe("lastEvent", () => {
  it("returns the last event, and passes every event on", async () => {
    async function* events() {
      yield* [{ at: 1 }, { at: 2 }];
      await Promise.resolve();
    }
    const seen: number[] = [];
    assert.deepEqual(await lastEvent(events(), ({ at }) => seen.push(at)), { at: 2 });
    assert.deepEqual(seen, [1, 2]);
  });
});
