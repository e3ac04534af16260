import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { PNG } from "pngjs";
import { imageGrid } from "../../lib";

const DISPLAY = Symbol.for("Jupyter.display");
type Bundle = Record<string, unknown>;
const bundleOf = (value: object) => (value as { [DISPLAY](): Bundle })[DISPLAY]();

describe("imageGrid", () => {
  it("shows chosen images as a picture with a caption", () => {
    const images = {
      data: Uint8Array.of(0, 100, 200),
      shape: [3, 1, 1, 1] as [number, number, number, number],
    };
    const grid = imageGrid(images, { positions: [2, 1], title: "<two>" });
    const bundle = bundleOf(grid);
    assert.equal(bundle["text/plain"], "<two>: 2 images, 1 × 1 × 1");
    assert.match(String(bundle["text/html"]), /&lt;two&gt;/);
    const { width, height, data } = PNG.sync.read(grid.png);
    assert.equal(width, 3 * height);
    assert.deepEqual([data[0], data[4 * (width - 1)]], [200, 100]);
  });

  it("refuses what is no picture", () => {
    const images = { data: new Uint8Array(2), shape: [1, 1, 1, 2] as [number, number, number, number] };
    assert.throws(() => imageGrid(images), /imageGrid: images must have 1, 3 or 4 channels, got 2/);
  });
});
