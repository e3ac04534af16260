import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import { UserError } from "../../../lib/core/errors";
import { useEngine } from "../../../lib/engine";
import { sgd, startOptimizer } from "../../../lib/train";

describe("sgd", () => {
  it("steps by v ← μv − η(g + λw), w ← w + v, as by hand, and leaks nothing", async () => {
    await useEngine("cpu");
    const before = tf.memory().numTensors;
    const w = tf.tidy(() => tf.variable(tf.tensor1d([1, -2])));
    const g = tf.tensor1d([0.5, 0.25]);
    const optimizer = startOptimizer(sgd({ learningRate: 0.1, momentum: 0.9, weightDecay: 0.01 }), { w });
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

  it("makes nothing where a parameter or an option is wrong, and changes nothing where a gradient is", async () => {
    await useEngine("cpu");
    const w = tf.tidy(() => tf.variable(tf.tensor1d([1, -2])));
    const b = tf.tidy(() => tf.variable(tf.tensor1d([3])));
    const g = tf.tensor1d([0.5, 0.25]);
    const disposed = tf.tidy(() => tf.variable(tf.tensor1d([1])));
    disposed.dispose();
    const before = tf.memory().numTensors;
    for (const wrong of [null, undefined, 3, g, disposed, { shape: [2] }]) {
      assert.throws(() => startOptimizer(sgd(), { w, wrong: wrong as never }), UserError);
      assert.equal(tf.memory().numTensors, before);
    }
    for (const options of [
      { learningrate: 1 },
      { momentum: 2 },
      { learningRate: NaN },
      { weightDecay: "0" },
      null,
    ])
      assert.throws(() => sgd(options as never), UserError);
    assert.equal(tf.memory().numTensors, before);

    const optimizer = startOptimizer(sgd({ learningRate: 0.1 }), { w, b });
    assert.throws(() => {
      optimizer.step({ w: g });
    }, /optimizer\.step: gradients\.b must be a tensor, got undefined/);
    assert.throws(() => {
      optimizer.step({ w: g, b: g });
    }, /gradients\.b must have the shape \[1\] of the parameter, got \[2\]/);
    assert.deepEqual([...(await w.data())], [1, -2]);
    optimizer.dispose();
    assert.equal(tf.memory().numTensors, before);
    tf.dispose([w, b, g]);
  });
});
