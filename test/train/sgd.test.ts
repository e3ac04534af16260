import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import { useEngine } from "../../lib/engine";
import { sgd } from "../../lib/train/sgd";

describe("sgd", () => {
  it("steps by v ← μv − η(g + λw), w ← w + v, as by hand, and leaks nothing", async () => {
    await useEngine("cpu");
    const before = tf.memory().numTensors;
    const w = tf.tidy(() => tf.variable(tf.tensor1d([1, -2])));
    const g = tf.tensor1d([0.5, 0.25]);
    const optimizer = sgd({ w }, { learningRate: 0.1, momentum: 0.9, weightDecay: 0.01 });
    let [value, velocity] = [
      [1, -2],
      [0, 0],
    ];
    for (let step = 0; step < 3; step++) {
      optimizer.step({ w: g });
      velocity = velocity.map((v, i) => 0.9 * v - 0.1 * ([0.5, 0.25][i] + 0.01 * value[i]));
      value = value.map((x, i) => x + velocity[i]);
    }
    (await w.data()).forEach((x, i) => {
      assert.ok(Math.abs(x - value[i]) < 1e-6);
    });
    optimizer.dispose();
    tf.dispose([w, g]);
    assert.equal(tf.memory().numTensors, before);
  });
});
