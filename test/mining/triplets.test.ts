import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { checkTriplets, selectTriplets, type Triplets } from "../../lib/mining/triplets";

const triplets: Triplets = {
  count: 3,
  anchors: Int32Array.of(0, 1, 2),
  positives: Int32Array.of(3, 4, 5),
  negatives: Int32Array.of(6, 7, 8),
  weights: Float32Array.of(1, 0.5, 2),
};

describe("triplets", () => {
  it("are selected with their weights, in the order asked for, also twice", () => {
    assert.deepEqual(selectTriplets(triplets, [2, 0, 2]), {
      count: 3,
      anchors: Int32Array.of(2, 0, 2),
      positives: Int32Array.of(5, 3, 5),
      negatives: Int32Array.of(8, 6, 8),
      weights: Float32Array.of(2, 1, 2),
    });
    const plain = { ...triplets, weights: undefined };
    assert.ok(!("weights" in selectTriplets(plain, [1])));
    assert.throws(() => selectTriplets(triplets, [3]), /positions must hold positions in \[0, 2\], got 3/);
  });

  it("must have three arrays of one length, and weights of the same", () => {
    for (const [changes, message] of [
      [{ count: 2.5 }, /f: triplets\.count must be a whole number of at least 0, got 2\.5/],
      [{ anchors: [0, 1, 2] }, /f: triplets\.anchors must be an Int32Array of 3 points/],
      [{ negatives: Int32Array.of(1) }, /f: triplets\.negatives must be an Int32Array of 3 points/],
      [{ weights: Float32Array.of(1) }, /f: triplets\.weights must be a Float32Array of 3 numbers/],
    ] as [object, RegExp][]) {
      assert.throws(
        () => {
          checkTriplets({ ...triplets, ...changes }, "f");
        },
        { name: "UserError", message },
      );
    }
  });
});
