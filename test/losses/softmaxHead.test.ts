import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import { random } from "../../lib/core/values/random";
import { useEngine } from "../../lib/engine";
import { softmaxHead } from "../../lib/losses";
import { batchOf, normalRows } from "./lossBatch";

describe("softmaxHead", () => {
  before(() => useEngine("cpu"));

  it("is the mean cross-entropy of the examples that have a target", () => {
    const noise = random(2);
    const [rows, weights] = [normalRows(noise, 4, 3), normalRows(noise, 3, 5)];
    const offsets = [0.1, -0.2, 0.3, 0, 1];
    const labels = Int32Array.of(2, -1, 4, 0);
    const loss = softmaxHead(
      2,
      ({ classes }) => classes,
      (batch) => batch.labels,
    );
    const [value] = tf.tidy(() =>
      loss(
        batchOf(rows, { labels, learned: { weights: tf.tensor2d(weights), offsets: tf.tensor1d(offsets) } }),
      ).dataSync(),
    );
    let expected = 0;
    for (const i of [0, 2, 3]) {
      const logits = offsets.map(
        (offset, c) => offset + 2 * rows[i].reduce((s, x, k) => s + x * weights[k][c], 0),
      );
      expected -= (logits[labels[i]] - Math.log(logits.reduce((s, x) => s + Math.exp(x), 0))) / 3;
    }
    assert.ok(Math.abs(value - expected) < 1e-5, `${value} ${expected}`);
    const made = loss.learned!({ classes: 5, points: 9, embedding: 7, dimension: 3 }, random(1));
    assert.deepEqual([made.weights.shape, made.offsets.shape], [[3, 5], [5]]);
    tf.dispose(made);
  });
});
