import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { UserError } from "../../../lib/core/errors";
import { random } from "../../../lib/core/values/random";
import { decodePicture } from "../../../lib/datasets/pictures/decodePicture";
import { readJpegFrame } from "../../../lib/datasets/pictures/jpegFrame";
import { fixture, reference } from "./support";

/** The file with other numbers in its frame header. */
function withFrame(
  name: string,
  { width, height, components }: Partial<ReturnType<typeof readJpegFrame>>,
): Buffer {
  const bytes = Buffer.from(fixture(name));
  const at = [0xc0, 0xc2]
    .map((marker) => bytes.indexOf(Buffer.from([0xff, marker])))
    .find((found) => found > 0)!;
  if (height !== undefined) bytes.writeUInt16BE(height, at + 5);
  if (width !== undefined) bytes.writeUInt16BE(width, at + 7);
  if (components !== undefined) bytes[at + 9] = components;
  return bytes;
}

describe("readJpegFrame", () => {
  it("finds the size and the scans of a picture", () => {
    assert.deepEqual(readJpegFrame(fixture("colour.jpg")), {
      width: 17,
      height: 12,
      components: 3,
      scans: 1,
    });
    assert.deepEqual(readJpegFrame(fixture("grey.jpg")), { width: 17, height: 12, components: 1, scans: 1 });
    const { scans, ...size } = readJpegFrame(fixture("progressive.jpg"));
    assert.deepEqual(size, { width: 17, height: 12, components: 3 });
    assert.ok(scans > 3);
  });
});

describe("decodeJpeg", () => {
  it("rejects an impossible header before allocating memory", async () => {
    const before = process.resourceUsage().maxRSS;
    for (const name of ["colour.jpg", "progressive.jpg"]) {
      const huge = withFrame(name, { width: 65_000, height: 65_000 });
      await assert.rejects(
        decodePicture(huge, 3, "x"),
        /^UserError: x has 65000 × 65000 pixels .* maxPixels/,
      );
      await assert.rejects(
        decodePicture(huge, 3, "x", Infinity),
        /it promises 65000 × 65000 pixels, more than \d+ bytes can hold/,
      );
    }
    assert.ok(process.resourceUsage().maxRSS - before < 100_000, "kilobytes");
  });

  it("rejects pictures without pixels, with other color components, or with too many scans", async () => {
    await assert.rejects(decodePicture(withFrame("grey.jpg", { height: 0 }), 3, "x"), /it has no pixels/);
    await assert.rejects(
      decodePicture(withFrame("colour.jpg", { components: 4 }), 3, "x"),
      /x has CMYK colors, which need sharp/,
    );
    const whole = fixture("progressive.jpg");
    const scan = whole.subarray(whole.lastIndexOf(Buffer.from([0xff, 0xda])), -2);
    const many = Buffer.concat([whole.subarray(0, -2), ...Array<Buffer>(200).fill(scan), whole.subarray(-2)]);
    await assert.rejects(decodePicture(many, 3, "x"), /it has 2\d\d scans, more than 100/);
  });

  it("reads intact pictures after hundreds of damaged ones, and does not leak memory", async () => {
    const generator = random(1);
    const names = ["colour.jpg", "progressive.jpg", "grey.jpg"];
    const damagedOnes = async (count: number) => {
      let failures = 0;
      for (let i = 0; i < count; i++) {
        const bytes = Buffer.from(fixture(names[i % 3]));
        for (let n = 0; n < 3; n++)
          bytes[2 + generator.integer(bytes.length - 2)] ^= 1 << generator.integer(8);
        await decodePicture(bytes, 3, "x").catch((error: unknown) => {
          assert.ok(error instanceof UserError);
          failures++;
        });
      }
      assert.ok(failures > count / 3);
    };
    await damagedOnes(300);
    const before = process.memoryUsage().rss;
    await damagedOnes(600);
    for (const name of names) {
      assert.deepEqual([...(await decodePicture(fixture(name), 3, name)).data], reference[name]);
    }
    // A decoder has 50 MB of its own; some may wait for the collector.
    assert.ok(process.memoryUsage().rss - before < 600e6);
  });
});
