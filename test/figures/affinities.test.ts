import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  affinityHeatmap,
  graphFigure,
  initialAffinities,
  knnGraph,
  mineTriplets,
  neighborhoodFigure,
  propagateAffinities,
  tripletQuality,
  tripletQualityBars,
  useEngine,
} from "../../lib";
import { drawsWell, matchesSnapshot, says, toyImages, toyPoints } from "./support";

/** The six points of the method's worked example. */
const line = [0, 1, 2.2, 5, 6.1, 7.5].map((value) => [value]);
const known = [0, -1, -1, 1, -1, -1];
const classes = [0, 0, 0, 1, 1, 1];

async function toy() {
  await useEngine("cpu");
  const graph = knnGraph(line, { k: 2 });
  return { graph, affinities: await propagateAffinities(graph, known) };
}

describe("affinityHeatmap", () => {
  it("keeps its specification, and W as worked out by hand", async () => {
    const { affinities } = await toy();
    const figure = affinityHeatmap(affinities, classes, { before: initialAffinities(known) });
    matchesSnapshot("affinityHeatmap", figure);
    const panels = figure.spec.hconcat as { layer: { data: { values: { affinity: number[] }[] } }[] }[];
    const [before, after] = panels.map(({ layer }) => layer[0].data.values);
    assert.deepEqual(before[0].affinity, [1, 0, 0, -1, 0, 0]);
    assert.deepEqual(after[0].affinity, [0.338, 0.331, 0.331, -0.338, -0.166, -0.166]);
    await drawsWell(figure);
  });

  it("puts points in the order of their classes, unlabeled ones last, and samples many", async () => {
    const { affinities } = await toy();
    await drawsWell(affinityHeatmap(affinities, [1, -1, 0, 1, 0, -1], { classNames: ["left", "right"] }));
    const sampled = affinityHeatmap(affinities, classes, { maxPoints: 3 });
    assert.match(String(sampled), /affinities of 3 of 6 points of 2 classes/);
    await drawsWell(sampled);
  });

  it("says what is wrong", async () => {
    const { affinities } = await toy();
    assert.throws(
      () => affinityHeatmap(affinities, [0]),
      says(/affinityHeatmap: labels must have one entry per point, got 1 labels for 6/),
    );
    assert.throws(
      () => affinityHeatmap(affinities, classes, { before: initialAffinities([0, 1]) }),
      says(/before must have the same 6 points as affinities, got 2/),
    );
    assert.throws(
      () => affinityHeatmap(affinities, classes, { maxPoints: 1000 }),
      says(/maxPoints must be a whole number in \[2, 300\], got 1000/),
    );
  });
});

describe("graphFigure", () => {
  it("keeps its specification", async () => {
    const { graph } = await toy();
    const xy = line.map(([value], i) => [value, i % 2]);
    const figure = graphFigure(graph, xy, { labels: known, classNames: ["left", "right"] });
    matchesSnapshot("graphFigure", figure);
    await drawsWell(figure);
    await drawsWell(graphFigure(graph, xy));
  });

  it("draws each edge once and tells edges between classes", async () => {
    const { graph } = await toy();
    const xy = line.map(([value]) => [value, 0]);
    // 0–1, 0–2, 1–2 and 3–4, 3–5, 4–5: two triangles.
    assert.equal(String(graphFigure(graph, xy)), "Figure: graph of 6 points with 6 edges drawn");
    const figure = graphFigure(graph, xy, { labels: [0, 1, 0, 1, 1, 1], labeled: [0] });
    assert.match(
      JSON.stringify(figure.spec.title),
      /6 points, 6 edges, 2 between classes \(dashed\); 1 labeled/,
    );
    assert.match(String(graphFigure(graph, xy, { neighbors: 1 })), /with 4 edges drawn/);
  });

  it("says what is wrong", async () => {
    const { graph } = await toy();
    const xy = line.map(([value]) => [value, 0]);
    assert.throws(
      () => graphFigure(graph, xy.slice(1)),
      says(/xy must have a row for each of the 6 points, got 5/),
    );
    assert.throws(
      () => graphFigure(graph, xy, { neighbors: 3 }),
      says(/neighbors must be a whole number in \[1, k=2\], got 3/),
    );
    assert.throws(
      () => graphFigure({ ...graph, k: 3 }, xy),
      says(/graphFigure: graph must have n points with k neighbors each/),
    );
  });
});

describe("neighborhoodFigure", () => {
  const triplets = {
    count: 2,
    anchors: Int32Array.from([0, 0]),
    positives: Int32Array.from([1, 2]),
    negatives: Int32Array.from([3, 4]),
  };
  const before = [
    [0, 0],
    [3, 0],
    [0, 4],
    [1, 0],
    [0, 1],
  ];
  const after = before.map((row, i) => row.map((value) => value * (i > 2 ? 4 : 0.5)));

  it("keeps its specification, and the distances", async () => {
    const figure = neighborhoodFigure(triplets, 0, before, {
      after,
      images: toyImages(5),
      labels: [0, 0, 0, 1, 1],
    });
    matchesSnapshot("neighborhoodFigure", figure);
    await drawsWell(figure);
    const panels = figure.spec.hconcat as {
      layer: { data: { values: { point: number; distance: number; x: number; y: number }[] } }[];
    }[];
    const rows = panels.map(({ layer }) => layer[1].data.values);
    // Distances 3, 4, 1, 1 with mean 9/4; then 1.5, 2, 4, 4 with mean 23/8.
    const distanceOf = (panel: number, point: number) =>
      rows[panel].find((row) => row.point === point)?.distance;
    assert.deepEqual(
      [1, 2, 3, 4].map((point) => distanceOf(0, point)),
      [1.333, 1.778, 0.4444, 0.4444],
    );
    assert.deepEqual(
      [1, 2, 3, 4].map((point) => distanceOf(1, point)),
      [0.5217, 0.6957, 1.391, 1.391],
    );
    for (const { x, y, distance } of rows.flat()) assert.ok(Math.abs(Math.hypot(x, y) - distance) < 1e-3);
  });

  it("draws without pictures, after, or a spread of the points", async () => {
    await drawsWell(neighborhoodFigure(triplets, 0, before));
    await drawsWell(
      neighborhoodFigure(
        triplets,
        0,
        before.map(() => [1, 1]),
      ),
    );
    await drawsWell(neighborhoodFigure(triplets, 0, line));
  });

  it("says what is wrong", () => {
    assert.throws(
      () => neighborhoodFigure(triplets, 1, before),
      says(/neighborhoodFigure: there are no triplets with the anchor 1\. Choose/),
    );
    assert.throws(
      () => neighborhoodFigure(triplets, 0, before, { after: false as never }),
      says(/neighborhoodFigure: after must be number\[\]\[\].*got false/),
    );
    assert.throws(
      () => neighborhoodFigure(triplets, 9, before),
      says(/anchor must be a point in \[0, 4\], got 9/),
    );
    assert.throws(
      () => neighborhoodFigure(triplets, 0, before.slice(0, 3)),
      says(/triplets must refer to the 3 points of embeddings/),
    );
    assert.throws(
      () => neighborhoodFigure(triplets, 0, before, { after: line }),
      says(/after must have a row for each of the 5 points, got 6/),
    );
  });
});

describe("tripletQualityBars", () => {
  async function quality() {
    const { graph, affinities } = await toy();
    return tripletQuality(mineTriplets(graph, affinities), classes, { graph, labels: known });
  }

  it("keeps its specification", async () => {
    const figure = tripletQualityBars(await quality(), { classNames: ["left", "right"] });
    matchesSnapshot("tripletQualityBars", figure);
    await drawsWell(figure);
    await drawsWell(tripletQualityBars(await quality(), { by: "hops" }));
  });

  it("says what is wrong", async () => {
    const { triplets, labels } = {
      triplets: {
        count: 1,
        anchors: Int32Array.of(0),
        positives: Int32Array.of(1),
        negatives: Int32Array.of(2),
      },
      labels: toyPoints(3, 3).labels,
    };
    assert.throws(
      () => tripletQualityBars(tripletQuality(triplets, labels), { by: "hops" }),
      says(
        /tripletQualityBars: quality has no rows by hops, only by all and class\. Pass \{ graph, labels \}/,
      ),
    );
    const good = await quality();
    assert.throws(
      () => tripletQualityBars(good, { by: "seed" as "hops" }),
      says(/by must be "class" or "hops", got "seed"/),
    );
  });
});
