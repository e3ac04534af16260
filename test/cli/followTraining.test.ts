import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { followTraining } from "../../lib/cli/followTraining";
import type { ExperimentResult } from "../../lib/reproduce";
import type { TrainingEvent } from "../../lib/train";

const result = { dataset: "mnist" } as ExperimentResult;

async function follow(events: object[], ending: () => ExperimentResult | undefined, signal?: AbortSignal) {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  async function* run(): AsyncGenerator<TrainingEvent, ExperimentResult | undefined> {
    await Promise.resolve();
    yield* events as TrainingEvent[];
    return ending();
  }
  const terminal = {
    out: print,
    error: print,
    interactive: false,
    signal: signal ?? new AbortController().signal,
  };
  return { returned: await followTraining(run(), terminal), lines };
}

describe("followTraining", () => {
  it("prints a line per epoch and none per batch where there is no terminal", async () => {
    const { returned, lines } = await follow(
      [
        { kind: "batch", epoch: 1, batch: 1, batches: 2 },
        { kind: "epoch", epoch: 1, epochs: 2, loss: 0.5, spread: 0.25, elapsedMs: 61_000 },
        { kind: "evaluation", metrics: { nmi: 0.5, recall: { 1: 0.75 } }, best: true },
      ],
      () => result,
    );
    assert.equal(returned, result);
    assert.deepEqual(lines, [
      "epoch 1/2: loss 0.5000, spread 0.250, 1 min 1 s",
      "  validation: NMI 50.0, R@1 75.0 (best so far)",
    ]);
  });

  it("says what the best epoch is chosen by, at the start", async () => {
    const start = { kind: "evaluation", epoch: 0, metrics: { nmi: 0.5, recall: { 1: 0.75 } }, best: true };
    const { lines } = await follow([start, { ...start, chooseBy: "recall" }], () => result);
    assert.deepEqual(lines, [
      "  validation: NMI 50.0, R@1 75.0 (the start)",
      "  validation: NMI 50.0, R@1 75.0 (the start; the best epoch is chosen by Recall@1)",
    ]);
  });

  it("says so where a run was complete already", async () => {
    const { lines } = await follow([], () => result);
    assert.deepEqual(lines, ["This run was complete already: its results are only read."]);
    assert.deepEqual((await follow([], () => undefined)).lines, []);
  });

  it("returns nothing for an error after an abort, and throws any other", async () => {
    const fail = () => {
      throw new Error("mine");
    };
    assert.equal((await follow([], fail, AbortSignal.abort())).returned, undefined);
    await assert.rejects(follow([], fail), /mine/);
  });
});
