import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { initialAffinities } from "../../../lib/graph";

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
