import assert from "node:assert/strict";
import { it } from "node:test";
import { resultTable, resultText, type ResultRow } from "../../../lib/evaluate";

it("resultTable has a record for each method, in percent; resultText aligns it", () => {
  const row = (method: string, seed: number, value: number, k: number | null = null): ResultRow => ({
    dataset: "mnist",
    method,
    seed,
    metric: k === null ? "nmi" : "recall",
    k,
    value,
  });
  const rows = [row("AGML", 1, 0.5), row("AGML", 2, 0.7), row("AGML", 1, 0.9, 3), row("Initial", 1, NaN)];
  assert.deepEqual(resultTable(rows), [
    { dataset: "mnist", method: "AGML", seeds: 2, NMI: "60.0 ± 14.1", "R@3": "90.0" },
    { dataset: "mnist", method: "Initial", seeds: 1, NMI: "–" },
  ]);
  assert.equal(
    resultText(rows),
    [
      "dataset  method   seeds          NMI   R@3",
      "mnist    AGML         2  60.0 ± 14.1  90.0",
      "mnist    Initial      1            –     –",
    ].join("\n"),
  );
});
