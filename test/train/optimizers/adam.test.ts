import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import { useEngine } from "../../../lib/engine";
import { adam, startOptimizer } from "../../../lib/train";

describe("adam", () => {
  for (const weightDecay of [0, 0.1])
    it(`steps as its formulas say by hand, with weight decay ${weightDecay}, and leaks nothing`, async () => {
      await useEngine("cpu");
      const before = tf.memory().numTensors;
      const w = tf.tidy(() => tf.variable(tf.tensor1d([1, -2])));
      const optimizer = startOptimizer(adam({ learningRate: 0.1, weightDecay }), { w });
      const value = [1, -2];
      const [m, v] = [
        [0, 0],
        [0, 0],
      ];
      for (let t = 1; t <= 4; t++) {
        const g = value.map((x, i) => 0.5 * x + i + t);
        const gradient = tf.tensor1d(g);
        optimizer.step({ w: gradient });
        gradient.dispose();
        for (let i = 0; i < 2; i++) {
          m[i] = 0.9 * m[i] + 0.1 * g[i];
          v[i] = 0.999 * v[i] + 0.001 * g[i] ** 2;
          const step = m[i] / (1 - 0.9 ** t) / (Math.sqrt(v[i] / (1 - 0.999 ** t)) + 1e-8);
          value[i] -= 0.1 * (step + weightDecay * value[i]);
        }
        (await w.data()).forEach((x, i) => {
          assert.ok(Math.abs(x - value[i]) < 1e-5, `${x} is not ${value[i]} in step ${t}`);
        });
      }
      optimizer.dispose();
      w.dispose();
      assert.equal(tf.memory().numTensors, before);
    });

  it("agrees with TensorFlow.js's own", async () => {
    await useEngine("cpu");
    const [ours, theirs] = [1, 2].map(() => tf.tidy(() => tf.variable(tf.tensor1d([3, -1, 0.5]))));
    const optimizer = startOptimizer(adam({ learningRate: 0.05 }), { ours });
    const other = tf.train.adam(0.05);
    for (let step = 0; step < 5; step++) {
      const gradient = tf.tensor1d([1 + step, -0.3, 0.1 * step]);
      optimizer.step({ ours: gradient });
      other.applyGradients([{ name: theirs.name, tensor: gradient }]);
    }
    const [a, b] = [await ours.data(), await theirs.data()];
    a.forEach((value, i) => {
      assert.ok(Math.abs(value - b[i]) < 1e-5);
    });
  });
});
