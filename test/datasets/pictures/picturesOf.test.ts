import assert from "node:assert/strict";
import path from "node:path";
import { describe, it } from "node:test";
import { picturesOf, type FolderPicture } from "../../../lib/datasets";
import { temporaryFolder } from "../../support/temporary";
import { fixture, photographs, writeFile, writePng } from "./support";

async function all(...words: Parameters<typeof picturesOf>): Promise<FolderPicture[]> {
  const pictures: FolderPicture[] = [];
  for await (const picture of picturesOf(...words)) pictures.push(picture);
  return pictures;
}

describe("picturesOf", () => {
  it("yields the pictures of a folder and its folders in the order of their paths", async (t) => {
    const folder = temporaryFolder(t);
    const names = ["b.png", path.join("a", "2.png"), path.join("a", "10.png"), path.join(".hidden", "x.png")];
    names.forEach((name, i) => {
      writePng(path.join(folder, name), [2, 3], [i, 20, 30, 255]);
    });
    writeFile(path.join(folder, "a", "notes.txt"), "no picture");
    const pictures = await all(folder);
    assert.deepEqual(
      pictures.map(({ file, pixels, shape }) => [path.relative(folder, file), pixels[0], shape]),
      [
        [path.join("a", "10.png"), 2, [2, 3, 3]],
        [path.join("a", "2.png"), 1, [2, 3, 3]],
        ["b.png", 0, [2, 3, 3]],
      ],
    );
    assert.deepEqual([...pictures[2].pixels.subarray(3, 6)], [0, 20, 30]);
  });

  it("keeps the aspect ratio with a longer side, and fills a size as asked", async (t) => {
    const folder = temporaryFolder(t);
    writePng(path.join(folder, "1.png"), [40, 20], [9, 8, 7, 255]);
    const [longer] = await all(folder, { longerSide: 30 });
    assert.deepEqual([longer.shape, longer.pixels.length], [[30, 15, 3], 30 * 15 * 3]);
    const [gray] = await all(folder, { size: [10, 12], fit: "contain", channels: 1 });
    assert.deepEqual(gray.shape, [10, 12, 1]);
    // 5 of 12 columns are the picture's, in the middle.
    const shade = Math.round(0.299 * 9 + 0.587 * 8 + 0.114 * 7);
    const row = Array.from({ length: 12 }, (_, x) => (x >= 3 && x < 8 ? shade : 255));
    assert.deepEqual([...gray.pixels.subarray(0, 12)], row);
  });

  for (const decoder of ["built-in", "sharp"] as const) {
    it(`decodes many pictures with few in memory, in order, by ${decoder}`, async (t) => {
      const folder = temporaryFolder(t);
      for (let i = 10; i < 60; i++) writePng(path.join(folder, `${i}.png`), [i, 5], [i, 0, 0, 255]);
      const reds: number[] = [];
      for await (const { pixels, shape } of picturesOf(folder, { size: [3, 4], decoder })) {
        assert.deepEqual(shape, [3, 4, 3]);
        reds.push(pixels[0]);
      }
      assert.deepEqual(
        reds,
        Array.from({ length: 50 }, (_, i) => 10 + i),
      );
    });
  }

  it("throws at a broken picture, or reports it and goes on", async (t) => {
    const folder = temporaryFolder(t);
    writePng(path.join(folder, "1.png"), [2, 2]);
    const broken = path.join(folder, "2.jpg");
    writeFile(broken, fixture("colour.jpg").subarray(0, 200));
    writePng(path.join(folder, "3.png"), [2, 2]);
    await assert.rejects(all(folder), { name: "UserError", message: /2\.jpg is damaged/ });
    const reports: string[] = [];
    const pictures = await all(folder, {
      onBroken: ({ file, problem }) => {
        assert.ok(problem.includes(file));
        reports.push(file);
      },
    });
    assert.deepEqual(reports, [broken]);
    assert.deepEqual(
      pictures.map(({ file }) => path.basename(file)),
      ["1.png", "3.png"],
    );
  });

  it("takes a list of files, stops when aborted, and rejects options that exclude each other", async () => {
    const files = [path.join(photographs, "photo.jpg"), path.join(photographs, "turned6.jpg")];
    assert.deepEqual(
      (await all(files, { longerSide: 30 })).map(({ shape }) => shape),
      [
        [20, 30, 3],
        [30, 20, 3],
      ],
    );
    await assert.rejects(all(files, { signal: AbortSignal.abort() }), { name: "AbortError" });
    await assert.rejects(all(files, { size: 3, longerSide: 4 }), /size and longerSide exclude each other/);
    await assert.rejects(all(files, { fit: "cover" }), /fit "cover" needs the size/);
    await assert.rejects(
      all(files, { longerSide: 1e6 }),
      /longerSide 1000000 has more pixels than maxPixels/,
    );
    await assert.rejects(
      all(path.join(photographs, "none")),
      /path must be an existing folder, got ".*none"/,
    );
  });
});
