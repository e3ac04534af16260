import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { resizedCrop, scale } from "../../lib/augment";
import { random } from "../../lib/core/values/random";

const noise = random(2);
const draws = (augmentation: ReturnType<typeof scale>, height = 20, width = 30) =>
  Array.from({ length: 500 }, () => augmentation.motion!(noise, height, width));

describe("resizedCrop", () => {
  it("cuts windows inside the picture with the areas and proportions that it promises", () => {
    for (const least of [0.2, 0.9, 1]) {
      const areas: number[] = [];
      for (const [a, b, c, d, e, f] of draws(resizedCrop(least))) {
        assert.deepEqual([b, d], [0, 0]);
        areas.push(a * e);
        assert.ok(a / e > 3 / 4 - 1e-9 && a / e < 4 / 3 + 1e-9, `${a} × ${e}`);
        // The outermost pixels of the new picture lie within the old one.
        for (const sign of [-1, 1]) {
          assert.ok(Math.abs((sign * a * 29) / 2 + c) <= 29 / 2 + 1e-9);
          assert.ok(Math.abs((sign * e * 19) / 2 + f) <= 19 / 2 + 1e-9);
        }
      }
      assert.ok(Math.min(...areas) >= least - 1e-9 && Math.max(...areas) <= 1 + 1e-9);
      assert.ok(Math.min(...areas) < least + 0.05);
    }
    assert.throws(() => resizedCrop(0), /resizedCrop: least must be a number in \[0.01, 1\], got 0/);
  });
});

describe("scale between two factors", () => {
  it("draws factors between them", () => {
    const factors = draws(scale(0.7, 1.4)).map(([a]) => 1 / a);
    assert.ok(Math.min(...factors) >= 0.7 && Math.min(...factors) < 0.72);
    assert.ok(Math.max(...factors) <= 1.4 && Math.max(...factors) > 1.38);
    assert.throws(() => scale(0.7, 0.5), /scale: largest must be a number of at least 0.7, got 0.5/);
  });
});
