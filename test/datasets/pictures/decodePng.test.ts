import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { deflateSync } from "node:zlib";
import { PNG } from "pngjs";
import { UserError } from "../../../lib/core/errors";
import { random } from "../../../lib/core/values/random";
import { decodePicture } from "../../../lib/datasets/pictures/decodePicture";
import { decodePng } from "../../../lib/datasets/pictures/decodePng";
import { pngChunk, pngFile, pngHeader, pngKinds, pngSignature, randomPng } from "../../support/pngBytes";
import { fixture } from "./support";

/** What pngjs makes of a file, over white. */
function reference(bytes: Buffer): number[] {
  const { data } = PNG.sync.read(bytes);
  return Array.from({ length: (data.length / 4) * 3 }, (_, i) => {
    const at = 4 * Math.floor(i / 3);
    const opacity = data[at + 3];
    return Math.round((data[at + (i % 3)] * opacity) / 255 + 255 - opacity);
  });
}

const sample = { width: 2, height: 2, depth: 8, colorType: 0, interlaced: false } as const;
const pixels = deflateSync(Buffer.from([0, 1, 2, 0, 3, 4]));

describe("decodePng", () => {
  for (const kind of pngKinds) {
    const name = `color type ${kind.colorType} with ${kind.depth} bits${kind.interlaced ? ", interlaced" : ""}`;
    it(`reads ${name} as pngjs does`, () => {
      const generator = random(1);
      for (const [width, height] of [
        [1, 1],
        [3, 5],
        [17, 12],
        [9, 1],
      ]) {
        for (const transparent of [false, true]) {
          const bytes = randomPng({ ...kind, width, height }, generator, transparent);
          const picture = decodePng(bytes, Infinity, "x");
          assert.deepEqual([picture.width, picture.height, picture.channels], [width, height, 3]);
          assert.deepEqual([...picture.data], reference(bytes));
        }
      }
    });
  }

  it("joins pixels from several chunks, and skips unknown chunks", () => {
    const bytes = Buffer.concat([
      pngSignature,
      pngHeader(sample),
      pngChunk("tEXt", Buffer.from("hello")),
      pngChunk("IDAT", pixels.subarray(0, 5)),
      pngChunk("IDAT", Buffer.alloc(0)),
      pngChunk("IDAT", pixels.subarray(5)),
      pngChunk("IEND", Buffer.alloc(0)),
      Buffer.from("what other programs append"),
    ]);
    assert.deepEqual([...decodePng(bytes, 4, "x").data], [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4]);
  });

  it("detects every flipped bit in the parts it uses", () => {
    const whole = fixture("colour.png");
    for (let bit = 0; bit < 8 * whole.length; bit++) {
      const flipped = Buffer.from(whole);
      flipped[bit >> 3] ^= 1 << (bit & 7);
      assert.throws(() => decodePng(flipped, Infinity, "x"), Error, `bit ${bit}`);
    }
  });

  const refused: Record<string, [Buffer, RegExp]> = {
    "fewer pixels than promised": [pngFile({ ...sample, height: 3 }, pixels), /6 bytes, not the promised 9/],
    "more pixels than promised": [
      pngFile({ ...sample, height: 1 }, pixels),
      /more than the promised 3 bytes/,
    ],
    "no pixels": [pngFile({ ...sample, width: 0 }, pixels), /no pixels/],
    "pixels that zlib does not know": [pngFile(sample, Buffer.from("nothing packed")), /header|data/],
    "an unknown filter": [pngFile(sample, deflateSync(Buffer.from([9, 1, 2, 0, 3, 4]))), /unknown filter 9/],
    "bits that a color type does not have": [pngFile({ ...sample, depth: 3 }, pixels), /0 with 3 bits/],
    "no palette": [pngFile({ ...sample, colorType: 3 }, pixels), /no palette/],
    "colors beyond the palette": [
      pngFile({ ...sample, colorType: 3 }, pixels, [pngChunk("PLTE", Buffer.alloc(6))]),
      /no color 2/,
    ],
    "an unknown chunk that must be understood": [
      pngFile(sample, pixels, [pngChunk("ABCD", Buffer.alloc(0))]),
      /unknown chunk "ABCD"/,
    ],
    "two headers": [pngFile(sample, pixels, [pngHeader(sample)]), /IHDR is not the first/],
    "no end": [pngFile(sample, pixels).subarray(0, -12), /ends too early/],
  };
  for (const [what, [bytes, reason]] of Object.entries(refused)) {
    it(`rejects ${what}`, async () => {
      await assert.rejects(decodePicture(bytes, 3, "here/x.png"), (error: Error) => {
        assert.ok(error instanceof UserError);
        assert.match(error.message, /^here\/x\.png is damaged or has an unsupported format: /);
        assert.match(error.message, reason);
        return true;
      });
    });
  }
});

describe("the size of a picture", () => {
  it("is checked by the number of pixels before memory is allocated", async () => {
    const header = { width: 16_000, height: 16_000, depth: 8, colorType: 2, interlaced: false } as const;
    const bomb = pngFile(header, deflateSync(Buffer.alloc(16_000 * 1000)));
    const before = process.resourceUsage().maxRSS;
    await assert.rejects(
      decodePicture(bomb, 3, "x.png"),
      /^UserError: x\.png has 16000 × 16000 pixels .*, more than the 89478485 that maxPixels allows\. .* raise the maxPixels option\.$/,
    );
    await assert.rejects(
      decodePicture(bomb, 3, "x.png", Infinity),
      /it promises 768016000 bytes, more than \d+ packed bytes can hold/,
    );
    assert.ok(process.resourceUsage().maxRSS - before < 100_000, "kilobytes");
  });

  it("can be larger if maxPixels allows it", async () => {
    const header = { width: 4, height: 3, depth: 8, colorType: 0, interlaced: false } as const;
    const bytes = pngFile(header, deflateSync(Buffer.alloc(15)));
    await assert.rejects(decodePicture(bytes, 3, "x", 11), /more than the 11 that maxPixels allows/);
    assert.equal((await decodePicture(bytes, 3, "x", 12)).data.length, 36);
  });
});
