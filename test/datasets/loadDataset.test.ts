import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { datasets, loadDataset, selectImages, type DatasetName } from "../../lib/datasets";
import { temporaryFolder } from "../support/temporary";

describe("loadDataset", () => {
  it("loads all of MNIST, as published", async () => {
    const { train, test, classNames, imageShape } = await loadDataset("mnist");
    assert.deepEqual(train.images.shape, [60000, 28, 28, 1]);
    assert.deepEqual(test.images.shape, [10000, 28, 28, 1]);
    assert.deepEqual(imageShape, [28, 28, 1]);
    assert.equal(classNames.length, 10);
    // The published counts of the digits 0 … 9 and the first labels.
    const count = (labels: Int32Array) =>
      Array.from({ length: 10 }, (_, c) => labels.filter((y) => y === c).length);
    assert.deepEqual(count(train.labels), [5923, 6742, 5958, 6131, 5842, 5421, 5918, 6265, 5851, 5949]);
    assert.deepEqual(count(test.labels), [980, 1135, 1032, 1010, 982, 892, 958, 1028, 974, 1009]);
    assert.deepEqual([...train.labels.slice(0, 10)], [5, 0, 4, 1, 9, 2, 1, 3, 1, 4]);
    // Mean pixel of the training set, 33.3184.
    let sum = 0;
    for (const pixel of train.images.data) sum += pixel;
    assert.ok(Math.abs(sum / train.images.data.length - 33.3184) < 1e-3);
  });

  it("names a changed file of MNIST, and how to replace it", async (t) => {
    const folder = temporaryFolder(t);
    const { folder: original } = datasets()[0];
    fs.cpSync(original, folder, { recursive: true });
    assert.equal((await loadDataset("mnist", { folder })).source, `folder ${folder}`);
    const file = path.join(folder, "t10k-labels-idx1-ubyte");
    const bytes = fs.readFileSync(file);
    bytes[100] ^= 1;
    fs.writeFileSync(file, bytes);
    await assert.rejects(
      loadDataset("mnist", { folder }),
      /^UserError: .*t10k-labels-idx1-ubyte is damaged: its sha256 is .*\. Replace it with an intact copy\.$/,
    );
  });

  it("lists the known names", async () => {
    await assert.rejects(
      loadDataset("imagenet" as DatasetName),
      /name must be one of mnist, fashion-mnist, cifar10, cub200, cars196, got "imagenet"/,
    );
    await assert.rejects(loadDataset("toString" as DatasetName), /got "toString"/);
  });
});

describe("selectImages", () => {
  it("selects images in the given order", () => {
    const images = {
      data: Uint8Array.from([1, 2, 3, 4, 5, 6]),
      shape: [3, 1, 2, 1] as [number, number, number, number],
    };
    assert.deepEqual(selectImages(images, [2, 0]), {
      data: Uint8Array.from([5, 6, 1, 2]),
      shape: [2, 1, 2, 1],
    });
  });
});
