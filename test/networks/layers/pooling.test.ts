import assert from "node:assert/strict";
import { it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import { useEngine } from "../../../lib/engine";
import { convolution, maxPool } from "../../../lib/networks";
import { noise } from "../noise";

it("pools and convolves to the shapes that it says", async () => {
  await useEngine("cpu");
  for (const layer of [
    convolution(2, 3, { stride: 2 }),
    convolution(2, 3, { stride: 3, padding: "same" }),
    maxPool(3, { stride: 2 }),
    maxPool(2, { padding: "same" }),
  ])
    for (const side of [5, 6, 7, 8]) {
      const built = layer.build([side, side + 1, 2], noise);
      assert.deepEqual(built.forward(tf.zeros([1, side, side + 1, 2])).shape.slice(1), built.output);
    }
});
