import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { heatmap } from "../../../lib/display/pictures/heatmap";
import { type Picture } from "../../../lib/display/pictures/picture";

function at({ width, pixels }: Picture, x: number, y: number): number[] {
  return Array.from(pixels.subarray(4 * (y * width + x), 4 * (y * width + x) + 4));
}

describe("heatmap", () => {
  it("is white at zero where there are both signs, and equally strong on both sides", () => {
    const picture = heatmap([-1, 0, 1, 2], 1, 4);
    const side = picture.height;
    const [minus, zero, , two] = [0, 1, 2, 3].map((i) => at(picture, i * side, 0));
    assert.deepEqual(zero, [247, 247, 247, 255]);
    assert.deepEqual(two, [179, 88, 6, 255], "the largest value has the last color");
    assert.deepEqual(minus, [146, 197, 222, 255], "minus one is half as far from zero as two");
  });

  it("orders values of one sign from dark to bright, also when all are the same", () => {
    const picture = heatmap([3, 4, 5], 1, 3);
    const brightness = [0, 1, 2].map((i) =>
      at(picture, i * picture.height, 0)
        .slice(0, 3)
        .reduce((a, b) => a + b),
    );
    assert.ok(brightness[0] < brightness[1] && brightness[1] < brightness[2]);
    assert.deepEqual(at(heatmap([7, 7], 1, 2), 0, 0), [33, 145, 140, 255]);
  });

  it("averages what is too large to draw and marks what is not finite", () => {
    const values = Float32Array.from({ length: 512 * 3 }, (_, i) => Math.floor(i / 3) % 2);
    values[0] = NaN;
    const picture = heatmap(values, 512, 3);
    const side = picture.width / 3;
    assert.equal(picture.height, 256 * side);
    assert.deepEqual(at(picture, 0, 0), [255, 0, 255, 255]);
    assert.deepEqual(at(picture, side, 0), at(picture, 2 * side, picture.height - 1), "all means are 0.5");
  });
});
