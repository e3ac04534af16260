import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { random } from "../../lib/core/values";
import { normalBelow, parzen } from "../../lib/sweep/parzen";

/** A normal density. */
const normal = (x: number, center: number, width: number) =>
  Math.exp(-((x - center) ** 2) / (2 * width ** 2)) / (width * Math.sqrt(2 * Math.PI));

const close = (a: number, b: number, within = 1e-10) => {
  assert.ok(Math.abs(a - b) <= within, `${a} is not ${b}`);
};

/** Simpson's rule. */
function integral(of: (x: number) => number, from: number, to: number, parts = 2000): number {
  const h = (to - from) / parts;
  let sum = of(from) + of(to);
  for (let i = 1; i < parts; i++) sum += (i % 2 === 1 ? 4 : 2) * of(from + i * h);
  return (sum * h) / 3;
}

describe("normalBelow", () => {
  it("has the values of tables", () => {
    // Abramowitz & Stegun, table 26.1.
    close(normalBelow(0), 0.5);
    close(normalBelow(1), 0.841344746068543, 1e-15);
    close(normalBelow(-1.96), 0.02499789514822, 1e-15);
    close(normalBelow(3), 0.99865010196837, 1e-15);
    close(normalBelow(6), 1 - 9.8658764503769e-10, 1e-15);
    assert.equal(normalBelow(40), 1);
    assert.equal(normalBelow(-40), 0);
  });
});

describe("parzen", () => {
  it("is the mixture of the definition", () => {
    // Points 2 and 3 in [0, 10]; the prior is at 5. Neighbors: 0 and 3 of 2, 2 and 5 of 3. Least width: 10 / 3.
    const estimate = parzen([2, 3], [0, 10]);
    const components = [
      [5, 10],
      [2, 10 / 3],
      [3, 10 / 3],
    ];
    for (const x of [0, 1.5, 2, 5, 9.9]) {
      const expected = components.map(
        ([center, width]) => normal(x, center, width) / integral((y) => normal(y, center, width), 0, 10),
      );
      close(estimate.density(x), (expected[0] + expected[1] + expected[2]) / 3);
    }
    // With many points their distance counts: 9 is 3 from its neighbor and 1 from the end.
    const wide = parzen([0.1, 0.2, 0.3, 0.4, 6, 9], [0, 10]);
    const widths = [1.4286, 1.4286, 1.4286, 4.6, 3, 3].map((width, i) => (i < 3 ? 10 / 7 : width));
    const centers = [0.1, 0.2, 0.3, 0.4, 6, 9];
    const all = [[5, 10], ...centers.map((center, i) => [center, widths[i]])];
    const at8 = all.map(
      ([center, width]) => normal(8, center, width) / integral((y) => normal(y, center, width), 0, 10),
    );
    close(wide.density(8), at8.reduce((a, b) => a + b) / 7);
  });

  it("has the mass 1, and samples follow it", () => {
    const estimate = parzen([1, 1.5, 9], [0, 10]);
    close(estimate.mass(0, 10), 1);
    close(estimate.mass(-5, 20), 1);
    close(
      estimate.mass(2, 4),
      integral((x) => estimate.density(x), 2, 4),
    );
    const draw = random(2);
    const samples = Array.from({ length: 5000 }, () => estimate.sample(draw));
    assert.ok(samples.every((x) => x >= 0 && x <= 10));
    for (const [from, to] of [
      [0, 2],
      [4, 7],
    ]) {
      const share = samples.filter((x) => x >= from && x < to).length / 5000;
      const expected = estimate.mass(from, to);
      close(share, expected, 5 * Math.sqrt((expected * (1 - expected)) / 5000));
    }
  });
});
