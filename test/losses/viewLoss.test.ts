import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import { random } from "../../lib/core/values/random";
import { useEngine } from "../../lib/engine";
import { viewLoss } from "../../lib/losses";
import { batchOf } from "./lossBatch";

describe("viewLoss", () => {
  before(() => useEngine("cpu"));

  it("is the cross-entropy of the view of each row", () => {
    const rows = [
      [1, 0],
      [0, 1],
      [0.6, 0.8],
      [-1, 0],
    ];
    const weights = [
      [1, 2, -1],
      [0, 0.5, 1],
    ];
    const views = Int32Array.of(0, 0, 1, 1);
    const value = tf.tidy(() =>
      viewLoss({ views: 3 })(
        batchOf(rows, { views, learned: { weights: tf.tensor2d(weights), offsets: tf.tensor1d([0, 1, 0]) } }),
      ).dataSync(),
    )[0];
    let expected = 0;
    rows.forEach(([x, y], i) => {
      const logits = [0, 1, 2].map((c) => 8 * (x * weights[0][c] + y * weights[1][c]) + (c === 1 ? 1 : 0));
      const sum = logits.reduce((total, logit) => total + Math.exp(logit), 0);
      expected += (Math.log(sum) - logits[views[i]]) / 4;
    });
    assert.ok(Math.abs(value - expected) < 1e-5, `${value} ${expected}`);
  });

  it("learns a head of as many columns as there are views, 4 by default", () => {
    const made = viewLoss().learned!({ classes: 9, points: 5, embedding: 3, dimension: 2 }, random(1));
    assert.deepEqual(made.weights.shape, [2, 4]);
    tf.dispose(made);
  });
});
