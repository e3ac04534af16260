import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { normalizedMutualInformation } from "../../lib/evaluate";
import { evaluationFixture } from "./clouds";

const twoLabelings = fc
  .integer({ min: 1, max: 40 })
  .chain((n) =>
    fc.tuple(...[0, 1].map(() => fc.array(fc.integer({ min: -1, max: 5 }), { minLength: n, maxLength: n }))),
  ) as fc.Arbitrary<[number[], number[]]>;

describe("normalizedMutualInformation", () => {
  it("gives the values worked out by hand", () => {
    const cases: [number[], number[], number][] = [
      [[0, 0, 1, 1], [1, 1, 0, 0], 1],
      [[0, 0, 1, 1], [0, 1, 0, 1], 0],
      [[0, 0, 1, 1, 2, 2], [0, 0, 1, 2, 2, 2], 0.739667],
      [[0, 0, 0, 1, 1, 1], [0, 1, 0, 1, 2, 2], 0.515804],
    ];
    for (const [a, b, expected] of cases) {
      assert.ok(Math.abs(normalizedMutualInformation(a, b) - expected) < 5e-7);
    }
  });

  it("is scikit-learn's", () => {
    const { labels, clusters, nmiArithmetic } = evaluationFixture();
    assert.ok(Math.abs(normalizedMutualInformation(labels, clusters) - nmiArithmetic) < 1e-12);
  });

  it("is 1 for two single groups, 0 for one group against several", () => {
    assert.equal(normalizedMutualInformation([3, 3, 3], [7, 7, 7]), 1);
    assert.equal(normalizedMutualInformation([3, 3, 3], [0, 1, 2]), 0);
  });

  it("lies in [0, 1], is symmetric, is 1 with itself, and does not depend on the names of groups or the order of points", () => {
    fc.assert(
      fc.property(twoLabelings, ([a, b]) => {
        const nmi = normalizedMutualInformation(a, b);
        assert.ok(nmi >= 0 && nmi <= 1);
        assert.ok(Math.abs(normalizedMutualInformation(b, a) - nmi) < 1e-14);
        assert.equal(normalizedMutualInformation(a, a), 1);
        const renamed = a.map((label) => 100 - 7 * label);
        assert.equal(normalizedMutualInformation(renamed, b), nmi);
        assert.equal(normalizedMutualInformation([...a].reverse(), [...b].reverse()), nmi);
      }),
    );
  });

  it("says what is wrong with its arguments", () => {
    assert.throws(
      () => normalizedMutualInformation([0, 1], [0]),
      /a and b must label the same points, got 2 and 1 label\./,
    );
    assert.throws(() => normalizedMutualInformation([], []), /got 0 and 0 labels/);
    assert.throws(() => normalizedMutualInformation([0, NaN], [0, 1]), /a must hold numbers, got NaN at 1/);
  });
});
