import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { readProgress } from "../../lib/train/progress";

const row = (epoch: number) => ({
  epoch,
  partition: 1,
  loss: 0.5,
  spread: null,
  learningRate: 1e-4,
  nmi: 0.3,
});
const progress = { epoch: 2, best: { epoch: 1, score: 1.5 }, history: [row(1), row(2)] };

describe("readProgress", () => {
  it("takes what a run writes", () => {
    assert.deepEqual(readProgress(progress), progress);
    const start = { epoch: 0, history: [] };
    assert.deepEqual(readProgress(start), { ...start, best: undefined });
  });

  it("refuses epochs, rows and bests that no run writes", () => {
    for (const [changes, reason] of [
      [{ epoch: -1 }, /its epoch is -1/],
      [{ epoch: 1.5 }, /its epoch is 1\.5/],
      [{ epoch: "2" }, /its epoch is "2"/],
      [{ epoch: 3 }, /does not have 3 epochs/],
      [{ history: {} }, /does not have 2 epochs/],
      [{ history: [row(2), row(1)] }, /does not have 2 epochs/],
      [{ history: [row(1), { ...row(2), loss: "0" }] }, /does not have 2 epochs/],
      [{ best: undefined }, /best epoch/],
      [{ best: { epoch: 3, score: 1 } }, /best epoch/],
      [{ best: { epoch: 1, score: null } }, /best epoch/],
    ] as const) {
      assert.throws(() => readProgress({ ...progress, ...changes }), { name: "UserError", message: reason });
    }
    assert.throws(() => readProgress([]), /not an object/);
  });
});
