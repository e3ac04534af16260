import assert from "node:assert/strict";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { describe, it } from "node:test";
import { readSpace } from "../../lib/sweep";
import { runSweep, type RunTrial, type Sweep } from "../../lib/sweep/runSweep";
import { readTrials, trialsFile, type Trial } from "../../lib/sweep/trialStore";
import { temporaryFolder } from "../support/temporary";

const space = readSpace({ x: { min: -1, max: 1 }, c: ["a", "b"] }, "s");

/** Four epochs, whose scores rise to 1 − x². */
const parabola: RunTrial = ({ parameters, report }) => {
  for (let epoch = 0; epoch <= 4; epoch++)
    if (!report(epoch, ((1 - Number(parameters.x) ** 2) * epoch) / 4, epoch === 4)) break;
  return Promise.resolve(true);
};

async function sweep(folder: string, given: Partial<Sweep> = {}): Promise<Trial[]> {
  const steps = runSweep({
    ...{ space, trials: 14, search: "tpe", prune: true, seed: 3, folder, runTrial: parabola },
    ...given,
  });
  for (;;) {
    const next = await steps.next();
    if (next.done) return next.value;
  }
}

/** Without what a clock says. */
const timeless = (trials: readonly Trial[]) =>
  trials.map((trial) => ({ ...trial, started: undefined, elapsedMs: undefined }));

describe("runSweep", () => {
  it("keeps a line per trial, prunes below the median, and only adds what is missing", async (t) => {
    const folder = temporaryFolder(t);
    const trials = await sweep(folder);
    assert.deepEqual(readTrials(folder), trials);
    assert.deepEqual(
      trials.map(({ trial }) => trial),
      Array.from({ length: 14 }, (_, i) => i + 1),
    );
    const pruned = trials.filter(({ state }) => state === "pruned");
    assert.ok(pruned.length > 0 && pruned.every(({ curve, trial }) => curve.length < 5 && trial > 5));
    for (const { value, curve, bestEpoch } of trials) {
      assert.equal(value, Math.max(...curve.map((score) => score.value)));
      assert.equal(curve[bestEpoch].value, value);
    }
    assert.deepEqual(await sweep(folder), trials);
    assert.deepEqual((await sweep(folder, { trials: 15 })).slice(0, 14), trials);
    const all = await sweep(temporaryFolder(t), { prune: false });
    assert.ok(all.every(({ state, curve }) => state === "finished" && curve.length === 5));
  });

  it("comes to the same trials if it is stopped after any of them", async (t) => {
    const expected = timeless(await sweep(temporaryFolder(t)));
    const folder = temporaryFolder(t);
    for (const stop of [1, 4, 11, 14]) {
      const controller = new AbortController();
      const { signal } = controller;
      const runTrial: RunTrial = async (task) => {
        if (task.trial > stop) controller.abort();
        return !signal.aborted && (await parabola(task));
      };
      await sweep(folder, { runTrial, signal });
      // What a process leaves that is killed while it writes.
      appendFileSync(trialsFile(folder), '{"trial":');
    }
    assert.deepEqual(timeless(await sweep(folder)), expected);
  });

  it("records why a trial failed, and goes on", async (t) => {
    const runTrial: RunTrial = (task) =>
      task.trial === 2
        ? Promise.reject(new Error("AGML: k is too large."))
        : task.trial === 3
          ? Promise.resolve(true)
          : parabola(task);
    const trials = await sweep(temporaryFolder(t), { runTrial, trials: 12 });
    assert.deepEqual(
      trials.slice(0, 4).map(({ state, value, error }) => [state, value === null, error]),
      [
        ["finished", false, undefined],
        ["failed", true, "AGML: k is too large."],
        ["failed", true, "it was never judged on validation images"],
        ["finished", false, undefined],
      ],
    );
    assert.equal(trials.length, 12);
  });

  it("refuses lines that are not its own", async (t) => {
    const folder = temporaryFolder(t);
    await sweep(folder, { trials: 3 });
    const [first, , third] = readFileSync(trialsFile(folder), "utf8").split("\n");
    writeFileSync(trialsFile(folder), `${first}\n${third}\n`);
    await assert.rejects(sweep(folder), /trials\.jsonl: line 2 is not trial 2 of a sweep/);
  });
});
