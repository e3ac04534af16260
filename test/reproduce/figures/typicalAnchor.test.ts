import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { typicalAnchor } from "../../../lib/reproduce/figures/typicalAnchor";

describe("typicalAnchor", () => {
  // Classes: 0 0 0 1 1 2. Point 5 has a label.
  const classes = Int32Array.of(0, 0, 0, 1, 1, 2);
  const labels = Int32Array.of(-1, -1, -1, -1, -1, 2);
  const rows = [
    [0, 1, 2], // a single class: it shows nothing
    [1, 0, 3], // both right
    [2, 3, 1], // both wrong
    [3, 4, 0], // both right
    [4, 0, 5], // the positive is wrong, the negative right, and none is of its class
    [5, 0, 1], // labeled
  ];
  const column = (c: number) => Int32Array.from(rows, (row) => row[c]);
  const triplets = { count: 6, anchors: column(0), positives: column(1), negatives: column(2) };

  it("is of median quality among those with neighbors of their own class and of others", () => {
    const { anchor, note } = typicalAnchor(triplets, { labels, classes, seed: 1 });
    assert.ok([1, 3].includes(anchor), `the median of 1, 0 and 1 is 1, got ${anchor}`);
    assert.match(note, /random \(seed 1\) among the 2 unlabeled.*2 of 2,\nof the 3 \(of 5\) with/);
  });

  it("is drawn with the seed where several are alike", () => {
    const same = Int32Array.of(0, 0, 0, 0, 1, 1);
    const alike = {
      count: 3,
      anchors: Int32Array.of(0, 1, 2),
      positives: Int32Array.of(1, 2, 3),
      negatives: Int32Array.of(4, 4, 5),
    };
    const unlabeled = new Int32Array(6).fill(-1);
    const chosen = (seed: number) => typicalAnchor(alike, { labels: unlabeled, classes: same, seed }).anchor;
    const drawn = Array.from({ length: 20 }, (_, seed) => chosen(seed + 1));
    assert.deepEqual([...new Set(drawn)].sort(), [0, 1, 2]);
    assert.equal(chosen(3), chosen(3));
  });

  it("says that it needs an unlabeled anchor", () => {
    const given = { labels: new Int32Array(6), classes, seed: 1 };
    assert.throws(() => typicalAnchor(triplets, given), /no triplet has an unlabeled anchor/);
  });
});
