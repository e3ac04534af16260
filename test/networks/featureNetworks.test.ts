import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import { useEngine } from "../../lib/engine";
import { embed, identity, linear, mlp } from "../../lib/networks";

describe("networks of feature vectors", () => {
  it("embed matrices, whatever their form", async () => {
    await useEngine("cpu");
    const rows = [
      [3, 4],
      [0, 2],
    ];
    assert.deepEqual(await embed(identity(), rows).array(), [
      [0.6000000238418579, 0.800000011920929],
      [0, 1],
    ]);
    assert.deepEqual(embed(linear(7), rows).shape, [2, 7]);
    assert.deepEqual(embed(mlp([9, 3]), tf.tensor2d(rows)).shape, [2, 3]);
    assert.throws(
      () => embed(linear(7, { input: [3] }), rows),
      /features must have the shape \[3\] of the linear network, got \[2\]/,
    );
    assert.throws(() => mlp([]), /mlp: sizes must be an array of layer sizes such as \[512, 128\], got \[\]/);
    assert.throws(() => embed(identity(), [[NaN, 1]]), /embed: features must be finite, got NaN in row 0/);
  });
});
