import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { random } from "../../lib/core/values";
import { drawParameters, readSpace, type Parameters } from "../../lib/sweep/space";
import { densityRatio, splitObservations, suggestTpe, type Observation } from "../../lib/sweep/tpe";

const close = (a: number, b: number) => {
  assert.ok(Math.abs(a - b) < 1e-9, `${a} is not ${b}`);
};
const normal = (x: number, center: number, width: number) =>
  Math.exp(-((x - center) ** 2) / (2 * width ** 2)) / width;

describe("splitObservations", () => {
  it("takes the best tenth as good, failed trials as others, and the earlier of equals", () => {
    const values = [1, 5, -Infinity, 5, 2, 3, 0, 4, 1, 1, 5];
    const { good, others } = splitObservations(values.map((value, i) => ({ parameters: { i }, value })));
    assert.deepEqual(
      good.map(({ parameters }) => parameters.i),
      [1, 3],
    );
    assert.equal(others.length, 9);
    assert.equal(others.at(-1)!.value, -Infinity);
  });
});

describe("densityRatio", () => {
  const observe = (name: string, values: readonly (number | string)[]): Observation[] =>
    values.map((value) => ({ parameters: { [name]: value }, value: 0 }));

  it("of choices is that of smoothed shares", () => {
    const [dimension] = readSpace({ a: ["x", "y", "z"] }, "s");
    const groups = { good: observe("a", ["x", "x", "y"]), others: observe("a", ["y", "z", "z", "z"]) };
    const ratio = densityRatio(dimension, groups);
    // l = (3, 2, 1) / 6, g = (1, 2, 4) / 7
    close(ratio.at("x"), 3 / 6 / (1 / 7));
    close(ratio.at("y"), 2 / 6 / (2 / 7));
    close(ratio.at("z"), 1 / 6 / (4 / 7));
    const draw = random(1);
    const drawn = Array.from({ length: 6000 }, () => ratio.sample(draw));
    const count = drawn.filter((value) => value === "x").length;
    assert.ok(Math.abs(count - 3000) < 5 * Math.sqrt(1500));
  });

  it("of a range is that of the two mixtures, worked out by hand", () => {
    // In [−1, 1], one good point at 0 and one other at 0: their widths are 1 (half the interval at n = 1), and the priors cancel to 1.
    const [dimension] = readSpace({ x: { min: -1, max: 1 } }, "s");
    const same = densityRatio(dimension, { good: observe("x", [0]), others: observe("x", [0]) });
    close(same.at(0.3), 1);
    // Points at ±0.5: the widths by neighbors are 0.5, and the least is 2 / 2 = 1.
    const ratio = densityRatio(dimension, { good: observe("x", [0.5]), others: observe("x", [-0.5]) });
    close(ratio.at(0), 1);
    close(ratio.at(0.4) * ratio.at(-0.4), 1);
    // Both mixtures have the same prior p and, by symmetry, the same share of their component inside: Φ(0.5) − Φ(−1.5).
    const inside = 0.6914624612740131 - 0.0668072012688581;
    const prior = normal(0.4, 0, 2) / (2 * 0.1914624612740131);
    const expected = (prior + normal(0.4, 0.5, 1) / inside) / (prior + normal(0.4, -0.5, 1) / inside);
    close(ratio.at(0.4), expected);
  });
});

/** A function with its maximum 0 at x = 0.3, y = 0.01, c = "b". */
const bowl = ({ x, y, c }: Parameters) =>
  -((Number(x) - 0.3) ** 2) - 0.1 * Math.log10(Number(y) / 0.01) ** 2 - (c === "b" ? 0 : 0.2);

describe("suggestTpe", () => {
  const space = readSpace(
    { x: { min: -5, max: 5 }, y: { min: 1e-5, max: 10, log: true }, c: ["a", "b", "c"] },
    "s",
  );

  it("finds better maxima than random search, over 20 seeds", () => {
    const best = (suggest: (observations: Observation[], trial: number) => Parameters) => {
      const observations: Observation[] = [];
      for (let trial = 0; trial < 60; trial++) {
        const parameters = suggest(observations, trial);
        observations.push({ parameters, value: bowl(parameters) });
      }
      return Math.max(...observations.map(({ value }) => value));
    };
    let [wins, tpeSum, randomSum] = [0, 0, 0];
    for (let seed = 1; seed <= 20; seed++) {
      const tpe = best((observations, t) => suggestTpe(space, observations, random(1000 * seed + t)));
      const guess = best((_, t) => drawParameters(space, random(1000 * seed + t)));
      if (tpe > guess) wins++;
      tpeSum += tpe;
      randomSum += guess;
    }
    // By chance alone, 15 of 20 wins have a probability of 2 %.
    assert.ok(wins >= 15, `${wins} wins`);
    assert.ok(tpeSum > randomSum, `${tpeSum / 20} and ${randomSum / 20}`);
  });

  it("is random at first, stays within the space, and repeats itself", () => {
    const few = Array.from({ length: 9 }, (_, i) => ({
      parameters: drawParameters(space, random(i)),
      value: i,
    }));
    assert.deepEqual(suggestTpe(space, few, random(7)), drawParameters(space, random(7)));
    const steps = readSpace({ k: { min: 2, max: 20, step: 3 }, flag: [true, false] }, "s");
    const many = Array.from({ length: 40 }, (_, i) => ({
      parameters: drawParameters(steps, random(i)),
      value: i % 4 === 0 ? -Infinity : i,
    }));
    for (let seed = 0; seed < 30; seed++) {
      const { k, flag } = suggestTpe(steps, many, random(seed));
      assert.ok([2, 5, 8, 11, 14, 17, 20].includes(Number(k)));
      assert.equal(typeof flag, "boolean");
    }
    assert.deepEqual(suggestTpe(steps, many, random(3)), suggestTpe(steps, many, random(3)));
  });
});
