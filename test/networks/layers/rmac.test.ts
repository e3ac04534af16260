import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import { useEngine } from "../../../lib/engine";
import { rmac, rmacRegions } from "../../../lib/networks";
import { noise, values } from "../noise";

/** As the text of the method has it, with a loop for each step. */
function regionsByTheRule(height: number, width: number, levels: number): string[] {
  const w = Math.min(height, width);
  const longer = Math.max(height, width);
  let extra = 0;
  if (height !== width) {
    let best = Infinity;
    for (let steps = 2; steps <= 7; steps++) {
      const b = (longer - w) / (steps - 1);
      const miss = Math.abs((w * w - w * b) / (w * w) - 0.4);
      if (miss < best - 1e-9) {
        best = miss;
        extra = steps - 1;
      }
    }
  }
  const found: string[] = [];
  for (let l = 1; l <= levels; l++) {
    const side = Math.floor((2 * w) / (l + 1));
    if (side < 1) continue;
    const rows = height > width ? l + extra : l;
    const columns = width > height ? l + extra : l;
    for (let i = 0; i < rows; i++)
      for (let j = 0; j < columns; j++) {
        const top = rows === 1 ? 0 : Math.floor((i * (height - side)) / (rows - 1));
        const left = columns === 1 ? 0 : Math.floor((j * (width - side)) / (columns - 1));
        found.push(`${top},${left},${side}`);
      }
  }
  return found;
}

describe("rmacRegions", () => {
  it("follows the rule for all shapes up to 20 × 20, also odd and very long ones", () => {
    for (let height = 1; height <= 20; height++)
      for (const width of [1, 2, 3, 5, 7, 8, 11, 16, 17, 20])
        for (const levels of [1, 2, 3, 4]) {
          const regions = rmacRegions(height, width, levels);
          const texts = regions.map(({ top, left, side }) => `${top},${left},${side}`);
          assert.deepEqual(texts, regionsByTheRule(height, width, levels), `${height} × ${width}`);
          for (const { top, left, side } of regions)
            assert.ok(top >= 0 && left >= 0 && top + side <= height && left + side <= width);
        }
  });

  it("has 1 + 4 + 9 regions on a square, and 2 + 6 + 12 on a photograph of 3 : 2", () => {
    assert.equal(rmacRegions(14, 14, 3).length, 14);
    assert.equal(rmacRegions(8, 12, 3).length, 20);
  });
});

describe("rmac", () => {
  before(() => useEngine("cpu"));

  it("is the sum of the unit vectors of largest values, scaled to length one", () => {
    const [height, width, channels] = [5, 7, 3];
    tf.tidy(() => {
      const x = values([2, height, width, channels]);
      const built = rmac({ levels: 3 }).build([height, width, channels], noise);
      const y = built.forward(x).arraySync() as number[][];
      const pixels = x.arraySync() as number[][][][];
      for (const [n, row] of y.entries()) {
        const sum = [0, 0, 0];
        for (const { top, left, side } of rmacRegions(height, width, 3)) {
          const largest = [-Infinity, -Infinity, -Infinity];
          for (let i = top; i < top + side; i++)
            for (let j = left; j < left + side; j++)
              largest.forEach((value, c) => (largest[c] = Math.max(value, pixels[n][i][j][c])));
          const length = Math.hypot(...largest);
          largest.forEach((value, c) => (sum[c] += value / length));
        }
        const length = Math.hypot(...sum);
        sum.forEach((value, c) => {
          assert.ok(Math.abs(row[c] - value / length) < 1e-5);
        });
      }
    });
  });

  it("takes maps of another size than the one it was built for", () => {
    tf.tidy(() => {
      const built = rmac().build([7, 7, 4], noise);
      assert.deepEqual(built.forward(values([3, 9, 6, 4])).shape, [3, 4]);
    });
  });
});
