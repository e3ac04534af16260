import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  type AgmlEvent,
  architectureDiagram,
  clusterConfusion,
  embeddingSpectrum,
  type EpochRow,
  loadDataset,
  methodComparison,
  recallAtK,
  type ResultRow,
  retrievalGrid,
  selectImages,
  trainingCurves,
} from "../../lib";
import { drawsWell, matchesSnapshot, says, toyImages, toyPoints } from "./support";

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

describe("retrievalGrid", () => {
  const { x, labels } = toyPoints(9, 3);

  it("keeps its specification", async () => {
    const figure = retrievalGrid(x, labels, toyImages(9, 2), { queries: [0, 1], neighbors: 3 });
    matchesSnapshot("retrievalGrid", figure);
    await drawsWell(figure);
    await drawsWell(retrievalGrid(x, labels, toyImages(9), { classNames: ["ant", "bee", "caterpillar"] }));
  });

  it("finds the neighbors that Recall@1 counts, on handwritten digits", async () => {
    const { test } = await loadDataset("mnist");
    const images = selectImages(
      test.images,
      Array.from({ length: 50 }, (_, i) => i),
    );
    const digits = { data: Float32Array.from(images.data), shape: [50, 784] as [number, number] };
    const figure = retrievalGrid(digits, test.labels.slice(0, 50), images, { queries: 50, neighbors: 1 });
    const recall = recallAtK(digits, test.labels.slice(0, 50), [1])[1];
    assert.equal(
      String(figure),
      `Figure: retrieval grid of 50 queries, ${Math.round(50 * recall)} of 50 neighbors right`,
    );
    await drawsWell(retrievalGrid(digits, test.labels.slice(0, 50), images));
  });

  it("says what is wrong", () => {
    const images = toyImages(9);
    assert.throws(
      () => retrievalGrid(x, labels, images, { neighbors: 9 }),
      says(/retrievalGrid: neighbors must be a whole number in \[1, 8\], got 9/),
    );
    assert.throws(
      () => retrievalGrid(x, labels, images, { queries: 10 }),
      says(/queries must be positions or a whole number in \[1, 9\], got 10/),
    );
    assert.throws(
      () => retrievalGrid(x, labels, images, { queries: [] }),
      says(/queries must be 1 to 50 points, got 0/),
    );
    assert.throws(
      () => retrievalGrid(x, labels, images, { queries: [9] }),
      says(/queries must hold positions of points in \[0, 8\], got 9/),
    );
    assert.throws(() => retrievalGrid(x, labels, toyImages(2)), says(/one picture per point, got 2 for 9/));
  });
});

describe("clusterConfusion", () => {
  it("keeps its specification, with the clusters in the order of their classes", async () => {
    const figure = clusterConfusion([5, 5, 5, 2, 2, 9], [1, 1, 0, 0, 0, 2], {
      classNames: ["ant", "bee", "cat"],
    });
    matchesSnapshot("clusterConfusion", figure);
    const { y } = figure.spec.encoding as { y: { scale: { domain: string[] } } };
    assert.deepEqual(y.scale.domain, ["2", "5", "9"]);
    await drawsWell(figure);
    const many = Array.from({ length: 40 }, (_, i) => i % 20);
    await drawsWell(clusterConfusion(many, many));
  });

  it("says what is wrong", () => {
    assert.throws(
      () => clusterConfusion([0], [0, 1]),
      says(
        /clusterConfusion: assignments must have a cluster for each of the 2 labels \(at least one\), got 1/,
      ),
    );
    const many = Array.from({ length: 70 }, (_, i) => i);
    assert.throws(
      () => clusterConfusion(many, many),
      says(/at most 60 clusters and 60 classes are legible, got 70 and 70/),
    );
  });
});

describe("embeddingSpectrum", () => {
  // Centerd columns of length 2 and 1, at right angles.
  const cross = [
    [Math.SQRT2, 0],
    [-Math.SQRT2, 0],
    [0, Math.SQRT1_2],
    [0, -Math.SQRT1_2],
  ];

  it("keeps its specification, and the singular values worked out by hand", async () => {
    const figure = embeddingSpectrum({ cross, "on a line": cross.map(([a]) => [a, 0]) });
    matchesSnapshot("embeddingSpectrum", figure);
    const { values } = figure.spec.data as { values: { value: number; series: string }[] };
    assert.deepEqual(
      values.map(({ value }) => value),
      [1, 0.5, 1, 1e-7],
    );
    // p = (2/3, 1/3): exp(−Σ p log p) = 1.89.
    assert.equal(values[0].series, "cross (effective rank 1.9)");
    assert.equal(values[2].series, "on a line (effective rank 1.0)");
    await drawsWell(figure);
  });

  it("draws one spectrum, and a total collapse", async () => {
    await drawsWell(embeddingSpectrum(cross));
    await drawsWell(embeddingSpectrum(cross.map(() => [1, 1])));
    await drawsWell(embeddingSpectrum(toyPoints(50, 3, 100).x));
  });

  it("says what is wrong", () => {
    assert.throws(() => embeddingSpectrum({}), says(/embeddings must not be empty/));
    assert.throws(
      () => embeddingSpectrum([[1, 2]]),
      says(/embeddingSpectrum: embeddings must have at least 2 rows and 1 column, got \[1, 2\]/),
    );
    assert.throws(
      () => embeddingSpectrum({ a: [[1], [Infinity]] }),
      says(/embeddingSpectrum: a must be finite/),
    );
  });
});

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

describe("architectureDiagram", () => {
  it("keeps its specification", async () => {
    matchesSnapshot("architectureDiagram", architectureDiagram());
    await drawsWell(architectureDiagram());
  });
});
