import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { random } from "../../lib/core/values/random";
import { classBalancedSampler, evenSampler, uniformSampler } from "../../lib/train";

const context = (classes: number[], batchSize = 6) => ({
  count: classes.length,
  batchSize,
  classes: Int32Array.from(classes),
  random: random(4),
});
const classes = [
  ...new Array<number>(40).fill(0),
  ...new Array<number>(5).fill(1),
  ...new Array<number>(9).fill(-1),
];

describe("evenSampler", () => {
  it("draws every triplet once, in batches that differ by one at most", () => {
    for (const batchSize of [6, 7, 53, 54, 100]) {
      const batches = [...evenSampler()(context(classes, batchSize))];
      const sizes = batches.map(({ length }) => length);
      assert.equal(sizes.length, Math.ceil(54 / batchSize));
      assert.ok(
        Math.max(...sizes) <= batchSize && Math.max(...sizes) - Math.min(...sizes) <= 1,
        sizes.join(),
      );
      const drawn = batches.flatMap((batch) => [...batch]);
      assert.deepEqual(
        [...drawn].sort((a, b) => a - b),
        classes.map((_, i) => i),
      );
      assert.notDeepEqual(
        drawn,
        [...drawn].sort((a, b) => a - b),
      );
    }
  });
});

describe("uniformSampler", () => {
  it("draws every triplet once", () => {
    const batches = [...uniformSampler()(context(classes))];
    assert.deepEqual(
      batches.map(({ length }) => length),
      new Array(9).fill(6),
    );
    assert.deepEqual(
      batches.flatMap((batch) => [...batch]).sort((a, b) => a - b),
      classes.map((_, i) => i),
    );
  });
});

describe("classBalancedSampler", () => {
  it("draws as many batches, each with equally many of each class", () => {
    const batches = [...classBalancedSampler()(context(classes))];
    assert.equal(batches.length, 9);
    for (const batch of batches) {
      const counts = [-1, 0, 1].map((c) => [...batch].filter((i) => classes[i] === c).length);
      assert.deepEqual(counts, [2, 2, 2]);
    }
  });

  it("repeats a small class only after all of it was drawn, and the same seed draws the same", () => {
    const draw = () => [...classBalancedSampler()(context(classes))].flatMap((batch) => [...batch]);
    assert.deepEqual(draw(), draw());
    const small = draw().filter((i) => classes[i] === 1);
    for (let first = 0; first + 5 <= small.length; first += 5)
      assert.equal(new Set(small.slice(first, first + 5)).size, 5);
  });
});
