import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { UserError } from "../../lib/core";
import type { ExperimentResult } from "../../lib/reproduce";
import { trackRun } from "../../lib/track";
import type { Measures, RunLog } from "../../lib/track";
import type { TrainingEvent } from "../../lib/train";

const row = (epoch: number) => ({
  epoch,
  partition: 1,
  loss: epoch / 8,
  spread: 0.5,
  learningRate: 1,
  nmi: 0.25,
});
const result = {
  method: "AGML2",
  bestEpoch: 2,
  history: [row(1), row(2)],
  rows: [
    { dataset: "x", method: "Initial", seed: 1, metric: "nmi", k: null, value: 0.125 },
    { dataset: "x", method: "AGML2", seed: 1, metric: "recall", k: 4, value: 0.75 },
  ],
} as unknown as ExperimentResult;

/** Keeps what is written, and fails where it is asked to. */
function memoryLog(fails: (step: number) => boolean = () => false) {
  const kept: [number, Measures][] = [];
  const ends: string[] = [];
  const log: RunLog = {
    place: "here",
    write(step, measures) {
      if (fails(step)) return Promise.reject(new UserError("the disk is full."));
      kept.push([step, measures]);
      return Promise.resolve();
    },
    end(status) {
      ends.push(status);
      return Promise.resolve();
    },
  };
  return { log, kept, ends };
}

async function* runOf(events: object[], ending: () => ExperimentResult | undefined) {
  await Promise.resolve();
  yield* events as TrainingEvent[];
  return ending();
}

async function follow(run: AsyncGenerator<TrainingEvent, ExperimentResult | undefined>): Promise<number> {
  let count = 0;
  for (;;) {
    const { done } = await run.next();
    if (done) return count;
    count++;
  }
}

const noWarning = (sentence: string) => {
  throw new Error(sentence);
};

const epoch = { kind: "epoch", epochs: 2, elapsedMs: 1, ...row(2) };
const start = {
  kind: "evaluation",
  epoch: 0,
  metrics: { nmi: 0.5, recall: { 1: 0.75 }, mapAtR: 0.25 },
  best: true,
};

describe("trackRun", () => {
  it("passes events on, and logs epochs, evaluations, earlier epochs and the test rows", async () => {
    const { log, kept, ends } = memoryLog();
    const events = [start, { kind: "batch", batch: 1 }, epoch];
    assert.equal(
      await follow(
        trackRun(
          runOf(events, () => result),
          [log],
          noWarning,
        ),
      ),
      3,
    );
    const measures = (e: number) => ({ loss: e / 8, spread: 0.5, learningRate: 1, "validation/nmi": 0.25 });
    assert.deepEqual(kept, [
      [0, { "validation/nmi": 0.5, "validation/recallAt1": 0.75, "validation/mapAtR": 0.25 }],
      [2, measures(2)],
      [1, measures(1)],
      [2, measures(2)],
      [2, { "test-initial/nmi": 0.125, "test/recallAt4": 0.75 }],
    ]);
    assert.deepEqual(ends, ["finished"]);
  });

  it("goes on with one sentence where a log fails, and says how a run ended", async () => {
    const [broken, whole] = [memoryLog((step) => step === 2), memoryLog()];
    const said: string[] = [];
    const run = () => runOf([start, epoch, epoch], () => undefined);
    await follow(trackRun(run(), [broken.log, whole.log], (sentence) => said.push(sentence)));
    assert.deepEqual(said, [
      "the disk is full; the run goes on without this log. Run the same command again afterwards to add what is missing.",
    ]);
    assert.deepEqual([broken.kept.length, whole.kept.length], [1, 3]);
    assert.deepEqual([broken.ends, whole.ends], [[], ["stopped"]]);
    const { log, ends } = memoryLog();
    const failing = runOf([start], () => {
      throw new Error("mine");
    });
    await assert.rejects(follow(trackRun(failing, [log], noWarning)), /mine/);
    assert.deepEqual(ends, ["failed"]);
  });
});
