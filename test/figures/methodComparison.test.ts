import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { methodComparison, type ResultRow } from "../../lib";
import { drawsWell, matchesSnapshot, says } from "./support";

describe("methodComparison", () => {
  const row = (method: string, seed: number, metric: ResultRow["metric"], value: number): ResultRow => ({
    dataset: "mnist",
    method,
    seed,
    metric,
    k: metric === "recall" ? 1 : null,
    value,
  });
  const rows = [
    row("Initial", 1, "nmi", 0.4),
    row("AGML", 1, "nmi", 0.5),
    row("AGML", 2, "nmi", 0.54),
    row("AGML", 1, "recall", 0.93),
    { ...row("AGML", 1, "recall", 0.99), k: 8 },
  ];

  it("keeps its specification, with mean, deviation and the paper's number", async () => {
    const figure = methodComparison(rows);
    matchesSnapshot("methodComparison", figure);
    const [nmi, recall] = figure.spec.concat as { data: { values: Record<string, unknown>[] } }[];
    const of = (panel: typeof nmi, source: string) =>
      panel.data.values.find((value) => value.source === source && value.method === "AGML");
    assert.deepEqual(of(nmi, "ours"), {
      method: "AGML",
      source: "ours",
      percent: 52,
      low: 49.17,
      high: 54.83,
      seeds: 2,
    });
    assert.equal(of(nmi, "paper")?.percent, 47.5);
    assert.equal(of(recall, "ours")?.percent, 93);
    assert.equal(of(recall, "paper")?.percent, 93.9);
    await drawsWell(figure);
    await drawsWell(methodComparison(rows, { metrics: ["recall"], k: 8, paper: [] }));
  });

  it("speaks of the paper and of seeds only where there are some", () => {
    const own = rows.map((each) => ({ ...each, dataset: "pictures" }));
    const words = (given: typeof rows) => JSON.stringify(methodComparison(given).spec);
    assert.match(words(rows), /"legend":\{.*mean ± standard|mean ± standard.*"legend":\{/);
    assert.doesNotMatch(words(own), /"legend":\{"title":null/);
    assert.match(words(own), /mean ± standard deviation/);
    const single = own.filter(({ seed }) => seed === 1);
    assert.doesNotMatch(words(single), /deviation/);
  });

  it("says what is wrong", () => {
    assert.throws(
      () => methodComparison(rows, { metrics: ["f1" as "nmi"] }),
      says(/metrics must be some of nmi, recall, mapAtR, rPrecision, got "f1"/),
    );
    assert.throws(
      () => methodComparison(rows, { metrics: ["recall"], k: 2 }),
      says(/none of the 5 rows has Recall@2\. Pass the rows of results\.json/),
    );
  });
});
