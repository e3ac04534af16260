import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type AgmlEvent, type EpochRow, trainingCurves } from "../../lib";
import { drawsWell, matchesSnapshot, says } from "./support";

describe("trainingCurves", () => {
  const history: EpochRow[] = [1, 2, 3].map((epoch) => ({
    epoch,
    partition: 1,
    loss: 1 / epoch,
    spread: 0.2 * epoch,
    learningRate: 1e-4,
    nmi: 0.4 + epoch / 100,
    recallAt1: 0.9,
  }));
  const batch = (number: number): AgmlEvent => ({
    kind: "batch",
    epoch: 1,
    batch: number,
    batches: 3,
    loss: 0.5,
    spread: 0.3,
    metricCost: [9, 8],
    metricIterations: 10,
  });
  const epoch = (row: EpochRow): AgmlEvent => ({ kind: "epoch", epochs: 3, elapsedMs: 1, ...row });
  const evaluation = (number: number, best: boolean): AgmlEvent => ({
    kind: "evaluation",
    epoch: number,
    metrics: { nmi: 0.5, recall: { 1: 0.9 } },
    best,
  });
  const events = [batch(1), ...history.map(epoch), evaluation(2, true), evaluation(3, false)];

  it("keeps its specification", async () => {
    matchesSnapshot("trainingCurves", trainingCurves(events));
    await drawsWell(trainingCurves(events));
  });

  it("draws a run at every moment, and a history", async () => {
    for (const count of [0, 1, 2, 3]) await drawsWell(trainingCurves(events.slice(0, count)));
    await drawsWell(trainingCurves(history));
    const bare = history.map(
      (row) => ({ ...row, nmi: undefined, recallAt1: undefined }) as unknown as EpochRow,
    );
    assert.ok(!JSON.stringify(trainingCurves(bare).spec).includes("NMI"));
    await drawsWell(trainingCurves(bare));
  });

  it("marks the best epoch so far", () => {
    assert.match(JSON.stringify(trainingCurves(events).spec), /\{"at":2,"text":"best"\}/);
    assert.ok(!JSON.stringify(trainingCurves(history).spec).includes('"best"'));
  });

  it("says what is wrong", () => {
    assert.throws(
      () => trainingCurves({} as never),
      says(/trainingCurves: events must be an array of a run's events or its history, got an empty object/),
    );
  });
});
