import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { neighborhoodFigure } from "../../lib";
import { drawsWell, matchesSnapshot, says, toyImages } from "./support";
import { line } from "./sixPoints";

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

  it("marks positives and negatives by a sign and by shape, in front of the pictures, and explains them", async () => {
    const svg = await neighborhoodFigure(triplets, 0, before, {
      images: toyImages(5),
      note: "one\ntwo",
    }).toSvg();
    const signs = [...svg.matchAll(/>([+−])<\/text>/g)];
    assert.deepEqual(signs.map(([, sign]) => sign).sort(), ["+", "+", "−", "−"]);
    assert.ok(signs[0].index > svg.lastIndexOf("<image"), "the signs are drawn after the pictures");
    for (const text of ["+ positive", "− negative", "one", "two"]) assert.ok(svg.includes(`>${text}<`), text);
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
