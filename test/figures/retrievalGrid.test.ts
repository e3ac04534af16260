import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { loadDataset, recallAtK, retrievalGrid, selectImages } from "../../lib";
import { drawsWell, matchesSnapshot, says, toyImages, toyPoints } from "./support";

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
