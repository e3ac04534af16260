import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { PNG } from "pngjs";
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
