import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { initialAffinities, knnGraph, transitionMatrix } from "../../../lib/graph";
import { randomGraph } from "./support";

describe("initialAffinities", () => {
  it("is +1 within a class, −1 between classes, 1 on the diagonal and 0 if a label is missing", () => {
    const w0 = initialAffinities([0, 0, 1, -1]);
    assert.deepEqual([...w0.toDense().data], [1, 1, -1, 0, 1, 1, -1, 0, -1, -1, 1, 0, 0, 0, 0, 1]);
    assert.deepEqual([...w0.row(2)], [-1, -1, 1, 0]);
    assert.equal(w0.at(3, 3), 1);
    assert.equal(w0.at(0, 3), 0);
    assert.equal(String(w0), "W⁰: 4 x 4, 3 labeled points of 2 classes");
  });

  it("is 2YYᵀ − 11ᵀ on the labeled points", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 12 }), (labels) => {
        const w0 = initialAffinities(labels);
        labels.forEach((a, i) => {
          labels.forEach((b, j) => {
            assert.equal(w0.at(i, j), 2 * Number(a === b) - 1);
          });
        });
      }),
    );
  });

  it("says what is wrong", () => {
    assert.throws(() => initialAffinities([]), /initialAffinities: labels must not be empty/);
    assert.throws(() => initialAffinities([0, NaN]), /whole numbers from −1 \(unlabeled\) up, got NaN at 1/);
    assert.throws(() => initialAffinities([0, 1]).at(0, 2), /j must be a whole number in \[0, 1\], got 2/);
    assert.throws(
      () => initialAffinities(new Int32Array(20_000)).toDense(),
      /toDense would hold 20000 x 20000 numbers \(3.0 GB\). Ask for row\(i\) or at\(i, j\) instead/,
    );
  });
});

describe("transitionMatrix", () => {
  it("is 1/k at the neighbors and 0 elsewhere", () => {
    const q = transitionMatrix(knnGraph([[0], [1], [3]], { k: 1 }));
    assert.deepEqual([...q.toDense().data], [0, 1, 0, 1, 0, 0, 0, 1, 0]);
    assert.deepEqual([...q.row(2)], [0, 1, 0]);
    assert.equal(q.at(2, 1), 1);
    assert.equal(String(q), "Q: 3 x 3, 1/1 at the 1 neighbors of each point");
  });

  it("has rows that sum to 1 and nothing on the diagonal", () => {
    const q = transitionMatrix(randomGraph(30, 7, 1));
    for (let i = 0; i < 30; i++) {
      assert.ok(Math.abs(q.row(i).reduce((sum, value) => sum + value, 0) - 1) < 1e-14);
      assert.equal(q.at(i, i), 0);
    }
  });
});
