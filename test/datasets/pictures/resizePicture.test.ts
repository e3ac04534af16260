import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { resizePicture } from "../../../lib/datasets/pictures/resizePicture";
import { reference } from "./support";

const colour = { width: 17, height: 12, channels: 3, data: Uint8Array.from(reference["colour.png"]) };

describe("resizePicture", () => {
  it("interpolates between two pixels, as computed by hand", () => {
    const two = { width: 2, height: 1, channels: 1, data: Uint8Array.of(0, 100) };
    assert.deepEqual([...resizePicture(two, 1, 4).data], [0, 25, 75, 100]);
  });

  it("averages all merged pixels, as computed by hand", () => {
    const four = { width: 4, height: 1, channels: 1, data: Uint8Array.of(0, 0, 70, 70) };
    // Triangle of reach 2 around 1: weights 3/4, 3/4, 1/4 of the pixels 0, 1, 2, divided by their sum 7/4.
    assert.deepEqual([...resizePicture(four, 1, 2).data], [10, 60]);
  });

  it("agrees with Pillow's BILINEAR up to rounding", () => {
    for (const [name, height, width] of [
      ["shrunk to 5 x 4", 5, 4],
      ["grown to 20 x 30", 20, 30],
    ] as const) {
      const { data } = resizePicture(colour, height, width);
      assert.equal(data.length, reference[name].length);
      data.forEach((value, i) => {
        assert.ok(Math.abs(value - reference[name][i]) <= 1, `${name} at ${i}`);
      });
    }
  });

  it("keeps a picture of one color, and one that already has the size", () => {
    const flat = { width: 9, height: 5, channels: 3, data: new Uint8Array(135).fill(200) };
    assert.ok(resizePicture(flat, 3, 20).data.every((value) => value === 200));
    assert.equal(resizePicture(colour, 12, 17), colour);
  });
});
