import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import * as ssdml from "../../lib";
import type { TrainingEvent } from "../../lib";
import { followFit } from "../../lib/train/followFit";

const finished: TrainingEvent = {
  kind: "finished",
  stopReason: "completed",
  explanation: "The epoch is done.",
  epoch: 1,
  bestEpoch: 1,
  history: [],
};

describe("fit in a notebook's cell", () => {
  const globals = globalThis as { display?: unknown; notebook?: unknown };
  let shown: string[];
  let stop: AbortController;
  let signals: (AbortSignal | undefined)[];
  const run = async function* (signal: AbortSignal | undefined): AsyncGenerator<TrainingEvent, void> {
    signals.push(signal);
    await Promise.resolve();
    yield finished;
  };
  const asked = { onEvent: undefined, show: undefined, signal: undefined };

  beforeEach(() => {
    assert.equal(typeof ssdml.showTraining, "function", "the package says how a run is shown");
    [shown, signals, stop] = [[], [], new AbortController()];
    globals.notebook = { signal: stop.signal };
    globals.display = (bundle: Record<string, unknown>) => {
      shown.push(String(bundle["text/plain"]));
      return Promise.resolve({
        update: (next: Record<string, unknown>) => Promise.resolve(shown.push(String(next["text/plain"]))),
      });
    };
  });
  afterEach(() => {
    delete globals.display;
    delete globals.notebook;
  });

  it("shows its progress and listens to the stop button", async () => {
    await followFit(run, asked);
    assert.match(shown.at(-1)!, /^The epoch is done\./);
    stop.abort();
    assert.equal(signals[0]?.aborted, true);
  });

  it("does not show what the caller follows, or was told not to show", async () => {
    const kinds: string[] = [];
    await followFit(run, { ...asked, onEvent: ({ kind }) => kinds.push(kind) });
    await followFit(run, { ...asked, show: false });
    assert.deepEqual([shown, kinds], [[], ["finished"]]);
    await followFit(run, { ...asked, show: true, onEvent: ({ kind }) => kinds.push(kind) });
    assert.deepEqual(kinds, ["finished", "finished"]);
    assert.match(shown.at(-1)!, /done/);
  });

  it("stops by the caller's own signal as well as by the stop button", async () => {
    for (const ends of ["own", "button"] as const) {
      stop = new AbortController();
      globals.notebook = { signal: stop.signal };
      const own = new AbortController();
      await followFit(run, { ...asked, signal: own.signal });
      assert.equal(signals.at(-1)?.aborted, false);
      (ends === "own" ? own : stop).abort();
      assert.equal(signals.at(-1)?.aborted, true);
    }
  });

  it("is silent elsewhere, with the caller's own signal only", async (t) => {
    delete globals.notebook;
    const print = t.mock.method(console, "log", () => undefined);
    const { signal } = new AbortController();
    await followFit(run, { ...asked, signal });
    await followFit(run, { ...asked, show: true });
    assert.equal(print.mock.callCount(), 0);
    assert.deepEqual([signals, shown], [[signal, undefined], []]);
  });

  it("warns on standard error elsewhere where a run failed or learned nothing, unless it is followed or told not to", async (t) => {
    delete globals.notebook;
    const warn = t.mock.method(console, "warn", () => undefined);
    const ending = (parts: object) =>
      async function* (): AsyncGenerator<TrainingEvent, void> {
        yield await Promise.resolve({ ...finished, ...parts } as TrainingEvent);
      };
    const vain = { epoch: 3, bestEpoch: 0, explanation: "No epoch was better than the start." };
    await followFit(ending({ stopReason: "collapsed", explanation: "All became one point." }), asked);
    await followFit(ending(vain), asked);
    const undone = { kind: "pretraining-undone", explanation: "Pretraining was undone." };
    await followFit(ending(undone), asked);
    assert.deepEqual(
      warn.mock.calls.map(({ arguments: [text] }) => text as string),
      ["All became one point.", vain.explanation, undone.explanation],
    );
    await followFit(ending({}), asked);
    await followFit(ending(vain), { ...asked, show: false });
    await followFit(ending(vain), { ...asked, onEvent: () => undefined });
    assert.equal(warn.mock.callCount(), 3);
  });

  it("says in the bar that a run failed, and passes its error on", async () => {
    const failing = async function* (): AsyncGenerator<TrainingEvent, void> {
      yield await Promise.reject(new Error("no labels"));
    };
    await assert.rejects(followFit(failing, asked), /no labels/);
    assert.match(shown.at(-1)!, /^not started/);
  });
});
