import assert from "node:assert/strict";
import { it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import { useEngine } from "../../../lib/engine";
import { leading } from "../../../lib/networks";
import { noise } from "../noise";

it("leading keeps the first entries of each vector, and refuses shorter ones and images", async () => {
  await useEngine("cpu");
  const built = leading(2).build([3], noise);
  assert.deepEqual(built.output, [2]);
  tf.tidy(() => {
    const x = tf.tensor2d([
      [1, 2, 3],
      [4, 5, 6],
    ]);
    assert.deepEqual(built.forward(x).arraySync(), [
      [1, 2],
      [4, 5],
    ]);
  });
  assert.throws(() => leading(4).build([3], noise), /vectors of at least 4 entries, got the shape \[3\]/);
  assert.throws(() => leading(1).build([3, 3, 1], noise), /got the shape \[3, 3, 1\]/);
  assert.throws(() => leading(0), /leading: count must be/);
});
