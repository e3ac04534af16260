import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isBelowMedian } from "../../lib/sweep/medianRule";

const curve = (...values: number[]) => values.map((value, epoch) => ({ epoch, value }));

describe("isBelowMedian", () => {
  // Best scores until epoch 1: 1, 2, 3, 4, 5; until epoch 2: 1, 2, 9, 4, 5.
  const finished = [curve(0, 1, 1), curve(2, 0, 0), curve(0, 3, 9), curve(0, 4, 0), curve(0, 5, 5)];

  it("compares the best score so far with the median of those of finished trials", () => {
    assert.equal(isBelowMedian(curve(0, 2.9), finished, 1), true);
    assert.equal(isBelowMedian(curve(0, 3), finished, 1), false);
    assert.equal(isBelowMedian(curve(3.5, 0), finished, 1), false);
    assert.equal(isBelowMedian(curve(0, 3.5, 0), finished, 2), true);
    assert.equal(isBelowMedian(curve(0, 4, 0), finished, 2), false);
  });

  it("takes the mean of the two in the middle of an even number", () => {
    const six = [...finished, curve(0, 6)];
    assert.equal(isBelowMedian(curve(0, 3.4), six, 1), true);
    assert.equal(isBelowMedian(curve(0, 3.5), six, 1), false);
  });

  it("stops nothing before training, nor where fewer than five trials have come", () => {
    assert.equal(isBelowMedian(curve(-1), finished, 0), false);
    assert.equal(isBelowMedian(curve(0, -1), finished.slice(1), 1), false);
    assert.equal(isBelowMedian(curve(0, 0, 0, -1), finished, 3), false);
  });
});
