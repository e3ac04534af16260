import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { distanceWeightedMiner } from "../../lib/mining";

/** A point of the sphere in four dimensions, at a distance from the first axis. */
const at = (distance: number) => {
  const cosine = 1 - distance ** 2 / 2;
  return [cosine, Math.sqrt(1 - cosine ** 2), 0, 0];
};

describe("distanceWeightedMiner", () => {
  it("draws negatives in proportion to 1/q(d), d at least the cutoff, and none beyond maxDistance", () => {
    const distances = [0.2, 0.5, 0.8, 1.2, 1.39, 1.45];
    const x = [at(0), at(0.1), ...distances.map(at)];
    const labels = [0, 0, 1, 2, 3, 4, 5, 6];
    // q(d) = d² (1 − d²/4)^½ in four dimensions.
    const weights = distances.map((d) => {
      const far = Math.max(0.5, d);
      return d < 1.4 ? 1 / (far ** 2 * Math.sqrt(1 - far ** 2 / 4)) : 0;
    });
    const total = weights.reduce((a, b) => a + b);
    const drawn = new Float64Array(6);
    const runs = 20_000;
    for (let seed = 1; seed <= runs; seed++) {
      const { anchors, positives, negatives } = distanceWeightedMiner()(x, labels, { seed });
      assert.deepEqual([anchors[0], positives[0]], [0, 1]);
      drawn[negatives[0] - 2]++;
    }
    drawn.forEach((count, i) => {
      const expected = weights[i] / total;
      const deviation = Math.sqrt((expected * (1 - expected)) / runs);
      assert.ok(Math.abs(count / runs - expected) <= 5 * deviation, `${i}: ${count / runs}, not ${expected}`);
    });
  });

  it("leaves out an anchor whose negatives are all too far, and rejects limits in the wrong order", () => {
    const x = [at(0), at(0.1), at(1.9)];
    assert.equal(distanceWeightedMiner()(x, [0, 0, 1]).count, 0);
    assert.throws(
      () => distanceWeightedMiner({ cutoff: 1.5 }),
      /distanceWeightedMiner: cutoff must be below maxDistance, 1.4, got 1.5/,
    );
  });
});
