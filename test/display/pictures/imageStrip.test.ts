import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { imageStrip } from "../../../lib/display/pictures/imageStrip";
import { type Picture } from "../../../lib/display/pictures/picture";

function at({ width, pixels }: Picture, x: number, y: number): number[] {
  return Array.from(pixels.subarray(4 * (y * width + x), 4 * (y * width + x) + 4));
}

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
