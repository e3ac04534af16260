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
});
