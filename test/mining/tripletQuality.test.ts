import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { inspect } from "node:util";
import { hopsToLabeled, tripletQuality } from "../../lib/mining";
import { handmadeGraph } from "./handmadeGraph";

describe("tripletQuality", () => {
  it("judges nothing by points without a true label", () => {
    const triplets = {
      count: 3,
      anchors: Int32Array.of(0, 0, 2),
      positives: Int32Array.of(1, 2, 0),
      negatives: Int32Array.of(3, 3, 3),
    };
    const { rows } = tripletQuality(triplets, [0, 0, -1, 1]);
    assert.deepEqual(
      rows.filter(({ by }) => by === "all").map(({ role, count, right }) => [role, count, right]),
      [
        ["positive", 1, 1],
        ["negative", 2, 2],
      ],
    );
  });

  const trueLabels = [0, 0, 1, 1, 0];
  const triplets = {
    count: 3,
    anchors: Int32Array.from([0, 0, 2]),
    positives: Int32Array.from([1, 2, 3]),
    negatives: Int32Array.from([2, 4, 0]),
  };

  it("counts what is right in all and by the anchor's class, as by hand", () => {
    const quality = tripletQuality(triplets, trueLabels);
    assert.equal(quality.positives, 2 / 3);
    assert.equal(quality.negatives, 2 / 3);
    assert.deepEqual(quality.rows, [
      { by: "all", value: -1, role: "positive", count: 3, right: 2, share: 2 / 3 },
      { by: "all", value: -1, role: "negative", count: 3, right: 2, share: 2 / 3 },
      { by: "class", value: 0, role: "positive", count: 2, right: 1, share: 1 / 2 },
      { by: "class", value: 0, role: "negative", count: 2, right: 1, share: 1 / 2 },
      { by: "class", value: 1, role: "positive", count: 1, right: 1, share: 1 },
      { by: "class", value: 1, role: "negative", count: 1, right: 1, share: 1 },
    ]);
  });

  it("counts by the hops from the nearest labeled point", () => {
    const graph = handmadeGraph([[1], [2], [3], [2], [4]], () => 1);
    const labels = [0, -1, -1, -1, -1];
    assert.deepEqual([...hopsToLabeled(graph, labels)], [0, 1, 2, 3, -1]);
    const { rows } = tripletQuality(triplets, trueLabels, { graph, labels });
    const hops = rows.filter(({ by, role }) => by === "hops" && role === "positive");
    assert.deepEqual(
      hops.map(({ value, count, right }) => [value, count, right]),
      [
        [0, 2, 1],
        [2, 1, 1],
      ],
    );
  });

  it("follows links against their direction too", () => {
    const graph = handmadeGraph([[1], [0], [1]], () => 1);
    assert.deepEqual([...hopsToLabeled(graph, [-1, 3, -1])], [1, 0, 1]);
  });

  it("prints as a sentence", () => {
    const { positives, negatives } = tripletQuality(triplets, trueLabels);
    const [right, wrong] = [positives, negatives].map((share) => `${(100 * share).toFixed(1)} %`);
    assert.equal(
      inspect(tripletQuality(triplets, trueLabels)),
      `${triplets.count} triplets: ${right} of the positives and ${wrong} of the negatives are right`,
    );
  });

  it("names labels that do not fit", () => {
    assert.throws(() => tripletQuality(triplets, [0, 1]), /a label for each point, got 2 labels for point 4/);
    assert.throws(
      () =>
        hopsToLabeled(
          handmadeGraph([[1], [0]], () => 1),
          [0],
        ),
      /each of the 2 points, got 1/,
    );
  });
});
