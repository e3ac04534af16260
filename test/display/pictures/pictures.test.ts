import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { PNG } from "pngjs";
import { heatmap } from "../../../lib/display/pictures/heatmap";
import { imageStrip } from "../../../lib/display/pictures/imageStrip";
import { blankPicture, encodePng, enlarge, type Picture } from "../../../lib/display/pictures/picture";

function at({ width, pixels }: Picture, x: number, y: number): number[] {
  return Array.from(pixels.subarray(4 * (y * width + x), 4 * (y * width + x) + 4));
}

describe("pictures", () => {
  it("enlarge pixels to squares and survive PNG", () => {
    const small = blankPicture(2, 1);
    small.pixels.set([1, 2, 3, 255, 4, 5, 6, 255]);
    const large = enlarge(small, 3);
    assert.deepEqual([large.width, large.height], [6, 3]);
    assert.deepEqual(at(large, 2, 2), [1, 2, 3, 255]);
    assert.deepEqual(at(large, 3, 0), [4, 5, 6, 255]);
    const { width, height, data } = PNG.sync.read(encodePng(large));
    assert.deepEqual({ width, height, pixels: Uint8Array.from(data) }, large);
  });
});

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

describe("imageStrip", () => {
  it("puts images side by side, then below, with a gap", () => {
    const strip = imageStrip([0, 0.5, 1], [3, 1, 1, 1], { columns: 2 });
    const scale = strip.width / 3;
    assert.equal(strip.height, strip.width);
    assert.deepEqual(at(strip, 0, 0), [0, 0, 0, 255]);
    assert.deepEqual(at(strip, scale, 0), [0, 0, 0, 0]);
    assert.deepEqual(at(strip, 2 * scale, 0), [128, 128, 128, 255]);
    assert.deepEqual(at(strip, 0, 2 * scale), [255, 255, 255, 255]);
  });

  it("shows bytes as they are, other ranges stretched, and colors with opacity", () => {
    assert.deepEqual(at(imageStrip([10, 20, 30], [1, 1, 1, 3]), 0, 0), [10, 20, 30, 255]);
    assert.deepEqual(at(imageStrip([10, 20, 30, 40], [1, 1, 1, 4]), 0, 0), [10, 20, 30, 40]);
    assert.deepEqual(at(imageStrip([-2, 0, 2], [1, 1, 1, 3]), 0, 0), [0, 128, 255, 255]);
  });

  it("shows no more than asked for", () => {
    const { width, height } = imageStrip(new Float32Array(100), [100, 1, 1, 1], { columns: 5, most: 10 });
    assert.equal(width / height, (5 * 2 - 1) / (2 * 2 - 1));
  });
});
