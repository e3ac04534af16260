import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { describe, it } from "node:test";
import { datasets, loadDataset } from "../../lib/datasets";

const isHere =
  existsSync("/usr/share/datasets/fashion-mnist") ||
  datasets().some(({ name, available }) => name === "fashion-mnist" && available);

describe("Fashion-MNIST", () => {
  it(
    "is complete, as it was published",
    {
      skip:
        !isHere &&
        "install Debian's package dataset-fashion-mnist, or run npx ssdml data fetch fashion-mnist",
    },
    async () => {
      const { train, test, classNames, imageShape } = await loadDataset("fashion-mnist");
      assert.deepEqual(train.images.shape, [60000, 28, 28, 1]);
      assert.deepEqual(test.images.shape, [10000, 28, 28, 1]);
      assert.deepEqual(imageShape, [28, 28, 1]);
      assert.deepEqual([...train.labels.slice(0, 10)], [9, 0, 0, 3, 0, 2, 7, 2, 5, 5]);
      classNames.forEach((_, label) => {
        assert.equal(train.labels.filter((y) => y === label).length, 6000);
        assert.equal(test.labels.filter((y) => y === label).length, 1000);
      });
      // The well-known mean pixel of the training set, 0.2860 of 255.
      let sum = 0;
      for (const pixel of train.images.data) sum += pixel;
      assert.ok(Math.abs(sum / train.images.data.length / 255 - 0.286) < 1e-4);
    },
  );
});
