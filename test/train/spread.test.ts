import assert from "node:assert/strict";
import { it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import { useEngine } from "../../lib/engine";
import { collapse, spreadOf } from "../../lib/train/spread";

it("spreadOf is 1 − ‖mean‖² on the sphere, and 0 for a single point", async () => {
  await useEngine("cpu");
  const before = tf.memory().numTensors;
  const spread = async (rows: number[][]) => {
    const z = tf.tensor2d(rows);
    const value = await spreadOf(z);
    z.dispose();
    return value;
  };
  assert.ok(
    Math.abs(
      (await spread([
        [1, 0],
        [0, 1],
      ])) - 0.5,
    ) < 1e-6,
  );
  assert.ok(
    Math.abs(
      (await spread([
        [1, 0],
        [-1, 0],
      ])) - 1,
    ) < 1e-6,
  );
  assert.ok(
    (await spread([
      [0.6, 0.8],
      [0.6, 0.8],
    ])) < collapse,
  );
  assert.equal(tf.memory().numTensors, before);
});
