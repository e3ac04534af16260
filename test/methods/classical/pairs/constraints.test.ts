import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { readConstraints, supervisedPairs } from "../../../../lib/methods/classical/pairs/constraints";

const limits = { maxPairs: 100, seed: 1 };

describe("readConstraints", () => {
  it("takes pairs as they are, or makes them from labels", () => {
    const { similar, dissimilar } = readConstraints(
      { similar: [[0, 2]], dissimilar: [[1, 3]] },
      4,
      limits,
      "f",
    );
    assert.deepEqual([similar.first[0], similar.second[0], similar.kinds[0]], [0, 2, 1]);
    assert.deepEqual([dissimilar.first[0], dissimilar.second[0], dissimilar.kinds[0]], [1, 3, -1]);
    const fromLabels = readConstraints([0, 1, 0, -1], 4, limits, "f");
    assert.deepEqual([fromLabels.similar.count, fromLabels.dissimilar.count], [1, 2]);
  });

  it("says what is wrong", () => {
    for (const [given, message] of [
      [{ similar: [], dissimilar: [[0, 1]] }, /f: similar must hold at least one pair/],
      [
        { similar: [[0, 4]], dissimilar: [[0, 1]] },
        /f: similar must hold pairs of different rows in \[0, 3\], got/,
      ],
      [{ similar: [[0, 1]], dissimilar: [[2, 2]] }, /f: dissimilar must hold pairs of different rows/],
      [[-1, -1, -1, -1], /labels must not all be −1/],
      [[1, 1, -1, -1], /at least two classes, got only class 1/],
      [[0, 1, 2, -1], /at least two points the same class, got every class once/],
    ] as [never, RegExp][]) {
      assert.throws(() => readConstraints(given, 4, limits, "f"), { name: "UserError", message });
    }
  });
});

it("supervisedPairs weigh both kinds as means: γ_s/#similar and −γ_d/#dissimilar", () => {
  const weights = { similarWeight: 2, dissimilarWeight: 6 };
  const { kinds, weights: found } = supervisedPairs("f", Int32Array.of(0, 0, 1, -1), {
    ...weights,
    ...limits,
  });
  const of = (kind: number) => [...found].filter((_, e) => kinds[e] === kind);
  assert.deepEqual([of(1), of(-1)], [[2], [-3, -3]]);
});
