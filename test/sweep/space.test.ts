import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { random } from "../../lib/core/values";
import { drawValue, readSpace, searchedInterval, valueAt, type Range } from "../../lib/sweep/space";

const read = (space: unknown) => readSpace(space, "space.json");

describe("readSpace", () => {
  it("reads ranges and choices", () => {
    const space = read({
      rate: { min: 0.01, max: 1, log: true },
      k: { min: 5, max: 20, step: 2 },
      gamma: [0.9, "a", true],
    });
    assert.deepEqual(space, [
      { name: "rate", min: 0.01, max: 1, log: true, step: undefined },
      // 19 is the last step before 20.
      { name: "k", min: 5, max: 19, log: false, step: 2 },
      { name: "gamma", choices: [0.9, "a", true] },
    ]);
  });

  it("refuses what is no space, in a sentence", () => {
    const cases: [unknown, RegExp][] = [
      [{}, /space\.json must be an object with at least one option/],
      [[1], /space\.json must be an object/],
      [{ k: 3 }, /space\.json: k must be \{ min, max \}.* got 3\.$/],
      [{ k: [] }, /k must list different numbers/],
      [{ k: [1, 1] }, /k must list different numbers/],
      [{ k: [null] }, /k must list different numbers/],
      [{ k: { min: 2, max: 2 } }, /k must have numbers min < max, got min 2 and max 2/],
      [{ k: { min: 2, max: "9" } }, /got min 2 and max "9"/],
      [{ k: { min: 1, max: 9, steps: 1 } }, /there is no option "steps".*did you mean step\?/],
      [{ k: { min: 1, max: 9, step: 0 } }, /step must be a number above 0 and at most max − min, got 0/],
      [{ k: { min: 0, max: 9, log: true } }, /a logarithmic range needs min above 0, got 0/],
      [{ k: { min: 1, max: 9, log: 1 } }, /log must be true or false, got 1/],
    ];
    for (const [space, message] of cases) assert.throws(() => read(space), message);
  });
});

describe("drawValue", () => {
  it("gives every step the same share, and every decade of a logarithmic range", () => {
    const draw = random(5);
    const [k] = read({ k: { min: 2, max: 5, step: 1 } });
    const counts = new Map<unknown, number>();
    for (let i = 0; i < 4000; i++) {
      const value = drawValue(k, draw);
      counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    assert.deepEqual([...counts.keys()].map(Number).sort(), [2, 3, 4, 5]);
    // Binomial: 1000 ± 5 standard deviations.
    for (const count of counts.values()) assert.ok(Math.abs(count - 1000) < 5 * Math.sqrt(750));
    const [rate] = read({ rate: { min: 1e-4, max: 1, log: true } });
    const small = Array.from({ length: 4000 }, () => Number(drawValue(rate, draw))).filter((x) => x < 1e-3);
    assert.ok(Math.abs(small.length - 1000) < 5 * Math.sqrt(750));
  });

  it("rounds to steps without rounding errors", () => {
    const [range] = read({ x: { min: 0.1, max: 0.9, step: 0.1 } }) as Range[];
    const [low, high] = searchedInterval(range);
    assert.ok(Math.abs(low - 0.05) < 1e-12 && Math.abs(high - 0.95) < 1e-12);
    assert.equal(valueAt(range, 0.31), 0.3);
    assert.equal(valueAt(range, 0.949), 0.9);
  });
});
