import assert from "node:assert/strict";
import { it } from "node:test";
import { PNG } from "pngjs";
import { encodePng, pngUrl } from "../../../lib/figures/render/encodePng";

it("encodePng keeps gray, colored and transparent pixels, with and without filters", () => {
  const read = (pixels: number[], channels: number, isFiltered = true) => {
    const png = encodePng({ width: 2, height: 1, pixels: Uint8Array.from(pixels) }, { channels, isFiltered });
    return [...PNG.sync.read(png).data];
  };
  for (const isFiltered of [true, false]) {
    assert.deepEqual(read([7, 200], 1, isFiltered), [7, 7, 7, 255, 200, 200, 200, 255]);
    assert.deepEqual(read([1, 2, 3, 4, 5, 6], 3, isFiltered), [1, 2, 3, 255, 4, 5, 6, 255]);
    assert.deepEqual(read([1, 2, 3, 9, 4, 5, 6, 0], 4, isFiltered), [1, 2, 3, 9, 4, 5, 6, 0]);
  }
  assert.equal(pngUrl(Buffer.from("abc")), "data:image/png;base64,YWJj");
});
