import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { pca } from "../../lib/project";
import { checkLayoutSize, pcaLayout, randomLayout } from "../../lib/project/initialLayout";
import { toFloat64 } from "../../lib/core/values";
import { clouds } from "./layouts";

describe("initial layouts", () => {
  it("follow the principal components: the first has the asked deviation, the jitter is a hundredth of it", () => {
    const x = clouds(120, 6, 3, 10);
    const layout = pcaLayout(toFloat64(x, "x"), { dimensions: 2, seed: 1, scale: 5 });
    const { points } = pca(x, { dimensions: 2 });
    const deviation = (values: number[]) =>
      Math.sqrt(values.reduce((sum, value) => sum + value ** 2, 0) / values.length);
    const column = (data: ArrayLike<number>, axis: number) =>
      Array.from({ length: 120 }, (_, i) => data[2 * i + axis]);
    const first = column(points.data, 0);
    assert.ok(Math.abs(deviation(column(layout, 0)) - 5) < 0.1);
    for (const axis of [0, 1]) {
      const [own, wanted] = [
        column(layout, axis),
        column(points.data, axis).map((v) => (5 * v) / deviation(first)),
      ];
      const sign = Math.sign(own.reduce((sum, value, i) => sum + value * wanted[i], 0));
      assert.ok(deviation(own.map((value, i) => value - sign * wanted[i])) < 0.1);
    }
  });

  it("are noise of the asked deviation, by the seed", () => {
    const options = { dimensions: 2, seed: 3, scale: 2 };
    const noise = randomLayout(2000, options);
    const deviation = Math.sqrt(noise.reduce((sum, value) => sum + value ** 2, 0) / noise.length);
    assert.ok(Math.abs(deviation - 2) < 0.1);
    assert.deepEqual(randomLayout(2000, options), noise);
    assert.notDeepEqual(randomLayout(2000, { ...options, seed: 4 }), noise);
  });

  it("must fit into memory", () => {
    assert.throws(() => {
      checkLayoutSize("tsne", 1e6, 1000);
    }, /tsne: dimensions must be at most 134 for 1000000 points, got 1000/);
  });
});
