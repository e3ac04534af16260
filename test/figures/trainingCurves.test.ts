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
  it("fills a page, and puts panels of a width of one's own two in a row", () => {
    const widths = (options: object) => {
      const { concat, columns } = trainingCurves(history, options).spec as unknown as {
        concat: { width: number }[];
        columns: number;
      };
      return [concat.length, columns, concat[0].width];
    };
    assert.deepEqual(widths({}), [3, 3, 222]);
    assert.deepEqual(widths({ width: 120 }), [3, 2, 120]);
  });

  const batch = (number: number): AgmlEvent => ({
    kind: "batch",
    epoch: 1,
    epochs: 3,
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

  it("shows the starting point as epoch 0, and loss and spread by mini-batches", () => {
    const valuesOf = (title: string, given: AgmlEvent[]) => {
      const panels = JSON.stringify(trainingCurves(given).spec).split('"title":');
      const at = panels.findIndex((text) => text.startsWith(JSON.stringify(title)));
      return at < 0 ? undefined : panels[at];
    };
    const many = Array.from(
      { length: 1000 },
      (_, i): AgmlEvent =>
        ({ ...batch(1), batch: i + 1, batches: 1000, loss: i, spread: i / 1000 }) as AgmlEvent,
    );
    const { spec } = trainingCurves([evaluation(0, true), ...many, ...history.map(epoch)]);
    const text = JSON.stringify(spec);
    // Five mini-batches together: 200 points, the last at the end of epoch 1 with the mean of 995 to 999.
    assert.match(text, /\{"epoch":1,"value":997\}/);
    assert.equal(text.match(/"value":\d+2\}/g)?.length ?? 0, text.match(/"value":\d+7\}/g)?.length ?? 0);
    assert.match(text, /\{"epoch":0,"value":50\}/);
    assert.equal(valuesOf("Learning rate", events), undefined, "a constant has no panel");
  });

  it("draws a resumed run from where it went on, and long runs without rounding epochs", () => {
    const later = [1, 2, 3].map(
      (i): AgmlEvent => ({ ...batch(i), epoch: 151, epochs: 200, loss: i }) as AgmlEvent,
    );
    const text = JSON.stringify(trainingCurves(later).spec);
    assert.match(text, /"epoch":150\.333,"value":1\}/);
    assert.match(text, /"domain":\[150,151\]/);
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
