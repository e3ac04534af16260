import assert from "node:assert/strict";
import { it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import { useEngine } from "../../lib/engine";
import { deviations, normalizeContrast } from "../../lib/networks/contrast";

it("normalizeContrast centers rows and scales them by s̄/max(s, 40), worked out by hand", async () => {
  await useEngine("cpu");
  tf.tidy(() => {
    // Deviations with n − 1: of (0, 100) 70.7…, of (10, 20) 7.07…, which is below 40.
    const rows = tf.tensor2d([
      [0, 100],
      [10, 20],
    ]);
    const centered = tf.tensor2d([
      [-50, 50],
      [-5, 5],
    ]);
    const [large, little] = deviations(centered).dataSync();
    assert.ok(Math.abs(large - Math.sqrt(5000)) < 1e-3 && Math.abs(little - Math.sqrt(50)) < 1e-3);
    const found = normalizeContrast(rows, 60).dataSync();
    [-50 * (60 / Math.sqrt(5000)), 50 * (60 / Math.sqrt(5000)), -5 * 1.5, 5 * 1.5].forEach((wanted, at) => {
      assert.ok(Math.abs(found[at] - wanted) < 1e-3);
    });
  });
});
