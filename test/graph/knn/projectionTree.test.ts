import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Matrix } from "../../../lib/core/values/matrix";
import { random } from "../../../lib/core/values/random";
import { projectionTree } from "../../../lib/graph/knn/projectionTree";
import { squaredDistance } from "../../../lib/graph/knn/squaredDistance";
import { clusteredCloud } from "./clusteredCloud";

describe("projectionTree", () => {
  const equal: Matrix = { data: new Float32Array(1001).fill(2), shape: [1001, 1] };
  for (const [name, x] of [
    ["classes", clusteredCloud(1001, 7, 1)],
    ["equal points", equal],
  ] as const) {
    it(`puts each of the ${name} in one leaf, with at least half a leaf's points`, () => {
      const { order, starts } = projectionTree(x, 32, random(1));
      assert.deepEqual(
        [...order].sort((a, b) => a - b),
        Array.from({ length: 1001 }, (_, i) => i),
      );
      assert.deepEqual([starts[0], starts.at(-1)], [0, 1001]);
      for (let leaf = 0; leaf + 1 < starts.length; leaf++) {
        const size = starts[leaf + 1] - starts[leaf];
        assert.ok(size >= 16 && size <= 32, `${size}`);
      }
    });
  }

  it("splits a line at its middle", () => {
    const line = { data: Float32Array.from([5, 1, 7, 3, 2, 6, 0, 4]), shape: [8, 1] as [number, number] };
    const { order, starts } = projectionTree(line, 4, random(2));
    const halves = [order.slice(0, 4), order.slice(4)].map((half) =>
      Array.from(half, (i) => line.data[i]).sort(),
    );
    assert.deepEqual(starts, [0, 4, 8]);
    assert.deepEqual(
      halves.sort((a, b) => a[0] - b[0]),
      [
        [0, 1, 2, 3],
        [4, 5, 6, 7],
      ],
    );
  });

  it("makes leaves of points near each other", () => {
    const x = clusteredCloud(2000, 9, 3);
    const { order, starts } = projectionTree(x, 32, random(4));
    const between = (pairs: (draw: () => number) => [number, number]) => {
      const draw = random(5);
      let sum = 0;
      for (let t = 0; t < 2000; t++) {
        const [i, j] = pairs(() => draw.uniform());
        sum += squaredDistance(x.data, 9, i, j, Infinity);
      }
      return sum;
    };
    const anywhere = between((draw) => [Math.floor(2000 * draw()), Math.floor(2000 * draw())]);
    const inLeaf = between((draw) => {
      const leaf = Math.floor((starts.length - 1) * draw());
      const place = () => order[starts[leaf] + Math.floor((starts[leaf + 1] - starts[leaf]) * draw())];
      return [place(), place()];
    });
    assert.ok(inLeaf < anywhere / 2, `${inLeaf / anywhere}`);
  });
});
