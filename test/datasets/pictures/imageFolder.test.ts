import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { imageFolder } from "../../../lib/datasets";
import { temporaryFolder } from "../../support/temporary";
import { fixture, writeFile, writePng } from "./support";

describe("imageFolder", () => {
  it("reads one folder per class, and sets a share of each aside for testing", async (t) => {
    const folder = temporaryFolder(t);
    for (let i = 0; i < 10; i++) {
      writePng(path.join(folder, "dogs", `${i}.png`), [2, 3], [i, 0, 0, 255]);
      if (i < 5) writePng(path.join(folder, "cats", `${i}.PNG`), [2, 3], [100 + i, 0, 0, 255]);
    }
    writeFile(path.join(folder, "cats", "notes.txt"), "not a picture");
    writeFile(path.join(folder, ".cache", "x.png"), "hidden");
    const { train, test, classNames, imageShape, name } = await imageFolder(folder, { test: 0.2, seed: 7 });
    assert.equal(name, path.basename(folder));
    assert.deepEqual(classNames, ["cats", "dogs"]);
    assert.deepEqual(imageShape, [2, 3, 3]);
    assert.deepEqual([...train.labels], [0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1]);
    assert.deepEqual([...test.labels], [0, 1, 1]);
    assert.deepEqual(train.images.shape, [12, 2, 3, 3]);
    // The red of each picture tells which it is: each is in one part, with the label of its folder.
    const reds = ({ images, labels }: typeof train) => [...labels].map((_, i) => images.data[18 * i]);
    assert.deepEqual(
      [...reds(train), ...reds(test)].sort((a, b) => a - b),
      [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 100, 101, 102, 103, 104],
    );
    [train, test].forEach((part) => {
      reds(part).forEach((red, i) => {
        assert.equal(part.labels[i], red >= 100 ? 0 : 1);
      });
    });
    assert.deepEqual(
      await imageFolder(folder, { test: 0.2, seed: 7 }),
      await imageFolder(folder, { seed: 7 }),
    );
  });

  it("reads train and test folders, including classes that only one of them has", async (t) => {
    const folder = temporaryFolder(t);
    writePng(path.join(folder, "train", "a", "1.png"), [2, 2]);
    writePng(path.join(folder, "train", "b", "1.png"), [2, 2]);
    writePng(path.join(folder, "test", "c", "1.png"), [2, 2]);
    const { train, test, classNames } = await imageFolder(folder);
    assert.deepEqual(classNames, ["a", "b", "c"]);
    assert.deepEqual([[...train.labels], [...test.labels]], [[0, 1], [2]]);
  });

  it("resizes to a square or a height and width, and makes gray pictures", async (t) => {
    const folder = temporaryFolder(t);
    writePng(path.join(folder, "a", "1.png"), [8, 4]);
    writeFile(path.join(folder, "a", "2.jpg"), fixture("colour.jpg"));
    assert.deepEqual((await imageFolder(folder, { size: 6 })).imageShape, [6, 6, 3]);
    assert.deepEqual((await imageFolder(folder, { size: [4, 5], channels: 1 })).imageShape, [4, 5, 1]);
  });

  it("says in one sentence what is wrong", async (t) => {
    const folder = temporaryFolder(t);
    const fails = (message: RegExp, options = {}) =>
      assert.rejects(imageFolder(folder, options), { name: "UserError", message });
    await assert.rejects(
      imageFolder(path.join(folder, "none")),
      /path must be an existing folder, got ".*none"/,
    );
    await fails(/has no class folders\. Put the pictures of each class into a separate folder/);

    fs.mkdirSync(path.join(folder, "train"));
    await fails(/has a folder train but no test\. Make both/);
    fs.rmdirSync(path.join(folder, "train"));

    fs.mkdirSync(path.join(folder, "a"));
    await fails(/a holds no PNG, JPEG, WebP or GIF pictures\. Add some, or move the folder elsewhere/);
    writePng(path.join(folder, "a", "1.png"), [2, 2]);
    await fails(/class "a" has 1 picture, too few for training and testing/);
    writePng(path.join(folder, "a", "2.png"), [2, 3]);
    await fails(
      /\d\.png is 2 × \d \(height × width\), but the pictures before it are 2 × \d\. Pass the size option/,
    );
    await fails(/size must be a positive whole number of pixels, or \[height, width\], got 0/, { size: 0 });
    await fails(/size must be .*, got \[2,2,2\]/, { size: [2, 2, 2] });
    await fails(/channels must be 1 or 3, got 4/, { channels: 4 });
    await fails(/test must be a number in \[0, 1\), got 1/, { test: 1 });
    await fails(/labels must be the name of a file, \{ path, file, label \} or false, got 3/, { labels: 3 });
    await fails(/fit must be "stretch", "cover" or "contain", got "fill"/, { size: 4, fit: "fill" });
    await fails(/fit "cover" needs the size/, { fit: "cover" });
    writeFile(path.join(folder, "a", "3.png"), "no picture");
    await fails(/3\.png is neither a PNG, JPEG, WebP nor GIF picture/, { size: 4, broken: "error" });
  });

  it("reports a damaged PNG exactly once", (t) => {
    const folder = temporaryFolder(t);
    writePng(path.join(folder, "a", "1.png"), [2, 2]);
    // Its pixels are damaged in a way that zlib notices after they were used.
    const damaged =
      "iVBORw0KGgoAAAANSUhEUgAAABEAAAAMCAIAAAALR8HoAAAAJElEQVR4JOmBqgQAWcEJXP1gChoAAAAASUVORK5CYII=";
    const file = path.join(folder, "a", "2.png");
    writeFile(file, Buffer.from(damaged, "base64"));
    const script = `require(${JSON.stringify(path.resolve("dist", "lib"))}).imageFolder(${JSON.stringify(folder)}, { size: 4, broken: "error", decoder: "built-in" }).catch((error) => console.log(String(error)))`;
    const { status, stdout, stderr } = spawnSync(process.execPath, ["-e", script], { encoding: "utf8" });
    assert.equal(stderr, "");
    assert.equal(status, 0);
    assert.match(
      stdout,
      /^UserError: .*2\.png is damaged or has an unsupported format: .*\. Replace it, .*\.\n$/,
    );
    assert.ok(stdout.includes(file));
  });

  it("leaves out broken pictures, warns once and lists them", async (t) => {
    const folder = temporaryFolder(t);
    for (let i = 0; i < 20; i++)
      writePng(path.join(folder, i % 2 ? "a" : "b", `${i}.png`), [4, 4], [i, 0, 0, 255]);
    const broken = Array.from({ length: 7 }, (_, i) => path.join(folder, "a", `x${i}.png`));
    for (const file of broken) writeFile(file, fixture("colour.png").subarray(0, 60));
    const warnings: string[] = [];
    t.mock.method(console, "warn", (text: string) => warnings.push(text));
    for (const decoder of ["built-in", "sharp"] as const) {
      const data = await imageFolder(folder, { size: 4, decoder });
      assert.deepEqual(data.skipped?.map(({ file }) => file).sort(), broken);
      const { train, test } = data;
      assert.equal(train.labels.length + test.labels.length, 20);
      assert.deepEqual(train.images.shape, [train.labels.length, 4, 4, 3]);
      assert.equal(train.images.data.length, train.labels.length * 48);
      for (const { images, labels, files } of [train, test])
        labels.forEach((label, i) => {
          const number = images.data[48 * i];
          assert.deepEqual([label, files![i]], number % 2 ? [0, `a/${number}.png`] : [1, `b/${number}.png`]);
        });
    }
    assert.equal(warnings.length, 2);
    assert.match(warnings[0], /^imageFolder: 7 pictures of 27 cannot be read and are left out/);
    assert.ok(warnings[0].includes("x0.png is damaged") && warnings[0].endsWith("… and 2 more."));
    assert.ok(!warnings[0].includes("Replace it"));
  });

  it("rejects a folder with a class whose pictures are all broken, or with no other pictures", async (t) => {
    const folder = temporaryFolder(t);
    for (const name of ["1.png", "2.png"]) {
      writePng(path.join(folder, "a", name), [2, 2]);
      writeFile(path.join(folder, "b", name), "none");
    }
    await assert.rejects(imageFolder(folder, { size: 2 }), {
      name: "UserError",
      message:
        /class "b" has no labeled picture that can be read\. The first problem: .*[12]\.png is neither/,
    });
    for (const name of ["1.png", "2.png"]) writeFile(path.join(folder, "a", name), "none");
    await assert.rejects(
      imageFolder(folder, { size: 2 }),
      /none of 4 pictures can be read\. The first problem/,
    );
  });

  it("limits the pixels of a picture and of the size option", async (t) => {
    const folder = temporaryFolder(t);
    for (const name of ["1.png", "2.png"]) writePng(path.join(folder, "a", name), [4, 5]);
    const reject = (options: Parameters<typeof imageFolder>[1], message: RegExp) =>
      assert.rejects(imageFolder(folder, options), { name: "UserError", message });
    await reject({ maxPixels: 19 }, /\d\.png has 4 × 5 pixels .*, more than the 19 that maxPixels allows/);
    await reject({ size: 100_000 }, /size 100000 has more pixels than maxPixels allows \(89478485\)/);
    await reject({ maxPixels: NaN }, /maxPixels must be a number above 0, or Infinity, got NaN/);
    assert.deepEqual((await imageFolder(folder, { maxPixels: 20 })).imageShape, [4, 5, 3]);
  });

  it("stops when aborted", async (t) => {
    const folder = temporaryFolder(t);
    for (const name of ["1.png", "2.png"]) writePng(path.join(folder, "a", name), [2, 2]);
    await assert.rejects(imageFolder(folder, { signal: AbortSignal.abort() }), { name: "AbortError" });
  });
});
