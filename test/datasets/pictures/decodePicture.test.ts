import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { PNG } from "pngjs";
import { decodePicture } from "../../../lib/datasets/pictures/decodePicture";
import { fixture, reference } from "./support";

describe("decodePicture", () => {
  for (const name of ["colour.jpg", "progressive.jpg", "grey.jpg", "colour.png"]) {
    it(`reads ${name} as Pillow does`, async () => {
      const { width, height, channels, data } = await decodePicture(fixture(name), 3, name);
      assert.deepEqual([height, width, channels], [12, 17, 3]);
      assert.deepEqual([...data], reference[name]);
    });
  }

  it("converts colors to gray by their luma", async () => {
    const { data, channels } = await decodePicture(fixture("colour.png"), 1, "x");
    const [r, g, b] = reference["colour.png"].slice(-3);
    assert.equal(channels, 1);
    assert.equal(data.at(-1), Math.round(0.299 * r + 0.587 * g + 0.114 * b));
  });

  it("makes transparent pixels white", async () => {
    const png = new PNG({ width: 2, height: 1 });
    png.data = Buffer.from([10, 20, 30, 0, 10, 20, 30, 128]);
    const { data } = await decodePicture(PNG.sync.write(png), 3, "x");
    assert.deepEqual([...data], [255, 255, 255, 132, 137, 142]);
  });

  it("names a file that is truncated or not a picture, and still reads the next one", async () => {
    for (const name of ["colour.jpg", "progressive.jpg", "colour.png"]) {
      const whole = fixture(name);
      for (const share of [0.2, 0.6, 0.95]) {
        await assert.rejects(
          decodePicture(whole.subarray(0, Math.floor(share * whole.length)), 3, "here/x"),
          /^UserError: here\/x is damaged or has an unsupported format.*\. Replace it, or move it out of the folder\.$/,
        );
      }
    }
    await assert.rejects(
      decodePicture(Buffer.from("BM picture"), 3, "x.bmp"),
      /x\.bmp is neither a PNG, JPEG, WebP nor GIF picture/,
    );
    await decodePicture(fixture("colour.jpg"), 3, "x");
  });
});
