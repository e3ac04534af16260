import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { summarizeResults, type ResultRow } from "../../../lib";

const row = (method: string, seed: number, value: number, k: number | null = null): ResultRow => ({
  dataset: "mnist",
  method,
  seed,
  metric: k === null ? "nmi" : "recall",
  k,
  value,
});

describe("summarizeResults", () => {
  const rows = [row("AGML", 1, 0.4), row("AGML", 2, 0.5), row("AGML", 1, 0.9, 1), row("Initial", 1, 0.3)];

  it("gives mean and sample deviation over the seeds", () => {
    const [nmi, recall] = summarizeResults(rows);
    assert.ok(Math.abs(nmi.mean - 0.45) < 1e-12);
    assert.ok(Math.abs(nmi.deviation - Math.sqrt(0.005)) < 1e-12);
    assert.deepEqual([nmi.seeds, recall.seeds, recall.deviation, recall.k], [2, 1, 0, 1]);
  });
});
