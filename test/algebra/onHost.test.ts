import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import {
  combineOnHost,
  distanceToIdentityOnHost,
  gramOnHost,
  isSmall,
  rowProductsOnHost,
  scaleRowsOnHost,
  shiftOnHost,
} from "../../lib/algebra/onHost";
import { useEngine } from "../../lib/engine";

describe("small matrices in plain TypeScript", () => {
  before(async () => {
    await useEngine("cpu");
  });

  const a = () => tf.tensor2d([1, 2, 3, 4, 5, 6, 7, 8, 9], [3, 3]);
  const b = () => tf.tensor2d([1, 0, 2, 0, -1, 0, 0.5, 0, 1], [3, 3]);

  it("give the numbers worked out by hand", () => {
    tf.tidy(() => {
      assert.deepEqual([...combineOnHost(2, a(), -2, b()).dataSync()], [0, 4, 2, 8, 12, 12, 13, 16, 16]);
      assert.deepEqual([...shiftOnHost(-1, a(), 10).dataSync()], [9, -2, -3, -4, 5, -6, -7, -8, 1]);
      assert.deepEqual(
        [...scaleRowsOnHost(a(), Float64Array.of(1, 0, -2)).dataSync()],
        [1, 2, 3, 0, 0, 0, -14, -16, -18],
      );
      assert.deepEqual([...rowProductsOnHost(a(), b())], [7, -5, 12.5]);
      assert.deepEqual([...gramOnHost([a(), b()])], [285, 14.5, 14.5, 7.25]);
      // (0, 2, 3, 4, 4, 6, 7, 8, 8): 4 + 9 + 16 + 16 + 36 + 49 + 64 + 64 = 258
      assert.ok(Math.abs(distanceToIdentityOnHost(a()) - Math.sqrt(258)) < 1e-12);
    });
  });

  it("leave large matrices to the engine", () => {
    tf.tidy(() => {
      assert.ok(isSmall(tf.zeros([100, 200])));
      assert.ok(!isSmall(tf.zeros([100, 201])));
    });
  });
});
