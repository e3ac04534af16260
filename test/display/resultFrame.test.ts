import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { resultFrame } from "../../lib";
import type { ResultRow } from "../../lib";

const row = (method: string, seed: number, value: number, k: number | null = null): ResultRow => ({
  dataset: "mnist",
  method,
  seed,
  metric: k === null ? "nmi" : "recall",
  k,
  value,
});

describe("resultFrame", () => {
  const rows = [row("AGML", 1, 0.4), row("AGML", 2, 0.5), row("AGML", 1, 0.9, 1), row("Initial", 1, 0.3)];

  it("is a table in percent, with the deviation over the seeds", async () => {
    const frame = await resultFrame(rows);
    assert.deepEqual(frame.columns, ["dataset", "method", "seeds", "NMI", "R@1"]);
    assert.deepEqual((frame.values as unknown[][])[0], ["mnist", "AGML", 2, "45.0 ± 7.1", "90.0"]);
  });

  it("names metrics that it does not know, and shows a dash for what is not a number", async () => {
    const other = (metric: string, k: number | null, value: number) =>
      ({ ...row("AGML", 1, value), metric, k }) as ResultRow;
    const frame = await resultFrame([
      other("accuracy", null, 0.5),
      other("precision", 5, NaN),
      other("recall", 3, 0.7),
    ]);
    const withoutK = [{ dataset: "mnist", method: "AGML", seed: 1, metric: "accuracy", value: 0.5 }];
    assert.deepEqual((await resultFrame(withoutK as never)).columns, [
      "dataset",
      "method",
      "seeds",
      "accuracy",
    ]);
    assert.deepEqual(frame.columns, ["dataset", "method", "seeds", "accuracy", "precision@5", "R@3"]);
    assert.deepEqual((frame.values as unknown[][])[0], ["mnist", "AGML", 1, "50.0", "–", "70.0"]);
  });

  it("rejects rows of another form, by what is wrong with them", async () => {
    const rows = [{ method: "a", loss: 1 }] as unknown as ResultRow[];
    await assert.rejects(resultFrame(rows), /resultFrame: rows.*(dataset|row \{)/);
  });
});
