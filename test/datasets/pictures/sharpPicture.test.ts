import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { builtInPicture } from "../../../lib/datasets/pictures/builtInPicture";
import type { PictureForm } from "../../../lib/datasets/pictures/pictureForm";
import { loadSharp } from "../../../lib/datasets/pictures/sharpLibrary";
import { sharpPicture } from "../../../lib/datasets/pictures/sharpPicture";
import { fixture, photographReference as reference } from "./support";

const form = (target?: PictureForm["target"], channels: 1 | 3 = 3): PictureForm => ({
  channels,
  maxPixels: 1e8,
  target,
});

async function bySharp(name: string, wanted: PictureForm) {
  const sharp = await loadSharp();
  assert.ok(sharp, "sharp is not installed");
  return sharpPicture(sharp, fixture(name), name, wanted);
}

/** The largest and the mean difference of two pictures' values. */
function differences(a: ArrayLike<number>, b: ArrayLike<number>): { largest: number; mean: number } {
  assert.equal(a.length, b.length);
  let [largest, sum] = [0, 0];
  for (let i = 0; i < a.length; i++) {
    const difference = Math.abs(a[i] - b[i]);
    largest = Math.max(largest, difference);
    sum += difference;
  }
  return { largest, mean: sum / a.length };
}

/** Every tenth pixel of every tenth row. */
function sample({ data, width, height }: { data: Uint8Array; width: number; height: number }): number[] {
  const values: number[] = [];
  for (let y = 0; y < height; y += 10)
    for (let x = 0; x < width; x += 10)
      values.push(...data.subarray(3 * (y * width + x), 3 * (y * width + x) + 3));
  return values;
}

describe("sharp and the decoders of this library", () => {
  const targets: Record<string, PictureForm["target"]> = {
    "their own size": undefined,
    "half the size": { size: [20, 30], fit: "stretch" },
    "a longer side": { longerSide: 17 },
    "an enlarged side": { longerSide: 90 },
    "a covered square": { size: [16, 16], fit: "cover" },
    "a contained picture": { size: [25, 25], fit: "contain" },
  };
  const names = ["colour.jpg", "progressive.jpg", "grey.jpg", "colour.png", "photographs/photo.jpg"];
  names.push(...[2, 3, 4, 5, 6, 7, 8].map((i) => `photographs/turned${i}.jpg`));
  for (const [what, target] of Object.entries(targets)) {
    it(`agree on ${what}`, async () => {
      for (const name of names) {
        for (const channels of [1, 3] as const) {
          const ours = await builtInPicture(fixture(name), name, form(target, channels));
          const theirs = await bySharp(name, form(target, channels));
          assert.deepEqual([theirs.height, theirs.width], [ours.height, ours.width], name);
          const { largest, mean } = differences(ours.data, theirs.data);
          assert.ok(largest <= (target ? 8 : 1), `${name}: ${largest}`);
          assert.ok(mean <= 1.5, `${name}: ${mean} on average`);
        }
      }
    });
  }

  it("resize as Pillow does", async () => {
    const expected = reference["photo.jpg 20x30"] as number[];
    const half = form({ size: [20, 30], fit: "stretch" });
    const name = "photographs/photo.jpg";
    for (const { data } of [await builtInPicture(fixture(name), name, half), await bySharp(name, half)])
      assert.ok(differences(data, expected).largest <= 2);
  });
});

describe("sharpPicture", () => {
  it("reads WebP, the first frame of a GIF, and CMYK as Pillow does", async () => {
    for (const [name, tolerance] of [
      ["photo.webp", 0],
      ["animated.gif", 0],
    ] as const) {
      const picture = await bySharp(`photographs/${name}`, form());
      assert.deepEqual([picture.height, picture.width], [40, 60]);
      assert.ok(differences(sample(picture), reference[name] as number[]).largest <= tolerance, name);
    }
    // Inks have no colors of their own without a profile: the two libraries assume different ones.
    const cmyk = await bySharp("photographs/cmyk.jpg", form());
    assert.ok(differences(sample(cmyk), reference["cmyk.jpg"] as number[]).mean < 40);
  });

  it("names a damaged file, one of another kind and one that is too large", async () => {
    const sharp = (await loadSharp())!;
    const webp = fixture("photographs/photo.webp");
    const read = (bytes: Buffer, wanted = form()) => sharpPicture(sharp, bytes, "x.webp", wanted);
    await assert.rejects(read(webp.subarray(0, 100)), /^UserError: x\.webp is damaged or .*Replace it/);
    await assert.rejects(read(Buffer.from("<svg/>")), /x\.webp is neither a PNG, JPEG, WebP nor GIF picture/);
    await assert.rejects(
      read(webp, { ...form(), maxPixels: 2399 }),
      /x\.webp has 40 × 60 pixels .*maxPixels/,
    );
  });
});

describe("builtInPicture", () => {
  it("names the files that need sharp", async () => {
    const read = (name: string) => builtInPicture(fixture(`photographs/${name}`), name, form());
    await assert.rejects(
      read("photo.webp"),
      /photo\.webp is a WebP picture, which needs sharp\. Install sharp/,
    );
    await assert.rejects(read("animated.gif"), /animated\.gif is a GIF picture, which needs sharp/);
    await assert.rejects(read("cmyk.jpg"), /cmyk\.jpg has CMYK colors, which need sharp.*convert it to RGB/);
  });

  it("turns pictures as their EXIF orientation says", async () => {
    for (let i = 2; i <= 8; i++) {
      const name = `turned${i}.jpg`;
      const { height, width, data } = await builtInPicture(fixture(`photographs/${name}`), name, form());
      assert.deepEqual([height, width], reference[name]);
      const corners = [0, width - 1, (height - 1) * width, height * width - 1];
      const colors = corners.map((at) => [...data.subarray(3 * at, 3 * at + 3)]);
      assert.deepEqual(colors, reference[`${name} corners`]);
    }
  });
});
