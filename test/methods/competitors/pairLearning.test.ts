import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import { loadDataset, selectImages } from "../../../lib/datasets";
import { useEngine } from "../../../lib/engine";
import type { NamedArray } from "../../../lib/io/files/safetensors";
import { lrml } from "../../../lib/methods/classical/lrml";
import { pairLearning, restorePairs } from "../../../lib/methods/competitors/pairLearning";
import { mnistNetwork } from "../../../lib/networks";
import { sgd, startOptimizer } from "../../../lib/train";
import { noMetric } from "../../../lib/train/metrics";
import { trainBatch } from "../../../lib/train/trainBatch";
import { random } from "../../../lib/core/values/random";

describe("a deep competitor's step", () => {
  it("does not depend on the scale of M", async () => {
    await useEngine("cpu");
    const { train } = await loadDataset("mnist");
    const images = selectImages(train.images, Int32Array.of(0, 1, 2, 3));
    const constraints = {
      count: 2,
      first: Int32Array.of(0, 1),
      second: Int32Array.of(2, 3),
      weights: Float64Array.of(1, -0.5),
      kinds: Int8Array.of(1, -1),
    };
    const method = { learning: pairLearning(lrml, lrml.defaults), metric: noMetric(), augment: [] };
    const parametersAfter = async (scale: number) => {
      const network = mnistNetwork({ seed: 1 });
      const optimizer = startOptimizer(sgd({ learningRate: 1e-3 }), network.parameters);
      const metric = tf.mul<tf.Tensor2D>(tf.eye(network.dimension), Math.sqrt(scale));
      const [weights] = Object.values(network.parameters);
      const before = await weights.data();
      await trainBatch(
        method,
        { model: { network, metric }, optimizer },
        { examples: images, labels: Int32Array.of(-1, -1, -1, -1) },
        constraints,
        Int32Array.of(0, 1),
        random(1),
      );
      const after = await weights.data();
      optimizer.dispose();
      network.dispose();
      metric.dispose();
      return after.map((value, i) => value - before[i]);
    };
    const [one, hundred] = [await parametersAfter(1), await parametersAfter(100)];
    const largest = Math.max(...one.map(Math.abs));
    assert.ok(largest > 0);
    one.forEach((value, i) => {
      assert.ok(Math.abs(value - hundred[i]) < 1e-3 * largest);
    });
  });
});

const array = (data: NamedArray["data"]): NamedArray => ({ data, shape: [data.length] });
const saved = {
  count: array(Int32Array.of(2)),
  first: array(Int32Array.of(0, 3)),
  second: array(Int32Array.of(1, 2)),
  kinds: array(Int8Array.of(1, -1)),
  weights: array(Float64Array.of(0.5, 2)),
};
const limits = { examples: 4, dimension: 2 };

describe("restorePairs", () => {
  it("gives back pairs, also with kinds of 32 bits, as earlier versions wrote them", () => {
    const pairs = {
      count: 2,
      first: saved.first.data,
      second: saved.second.data,
      kinds: saved.kinds.data,
      weights: saved.weights.data,
    };
    assert.deepEqual(restorePairs(saved, limits, false), pairs);
    assert.deepEqual(restorePairs({ ...saved, kinds: array(Int32Array.of(1, -1)) }, limits, false), pairs);
    const [scales, prior] = [Float64Array.of(1, 2, 3, 4), Float64Array.of(1, 0, 0, 1)];
    const full = { ...saved, scales: array(scales), prior: array(prior) };
    assert.deepEqual(restorePairs(full, limits, true), { ...pairs, scales, prior });
  });

  it("refuses arrays that are missing, too short, out of range or of another type", () => {
    for (const [changes, reason] of [
      [{ first: undefined }, /it has no first/],
      [{ first: array(Int32Array.of(0, 4)) }, /its first are not positions of 4 images/],
      [{ first: array(Float64Array.of(0, 1)) }, /its first are not positions/],
      [{ second: array(Int32Array.of(1)) }, /its pairs have 2 first, 1 second points and 2 kinds/],
      [{ kinds: array(Int8Array.of(1, 2)) }, /kinds/],
      [{ weights: array(Float64Array.of(1)) }, /its weights are not 2 finite numbers/],
      [{ weights: array(Float64Array.of(1, NaN)) }, /its weights are not 2 finite numbers/],
      [{ scales: array(Float64Array.of(1, 2)) }, /its scales are not 4 finite numbers/],
    ] as const) {
      const arrays = { ...saved, ...changes } as Record<string, NamedArray>;
      assert.throws(() => restorePairs(arrays, limits, false), { name: "UserError", message: reason });
    }
    assert.throws(() => restorePairs(saved, limits, true), /it has no prior/);
  });
});
