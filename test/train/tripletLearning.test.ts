import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import { useEngine } from "../../lib/engine";
import { angularLoss, type LossBatch } from "../../lib/losses";
import { affinityMiner } from "../../lib/mining";
import type { TripletConstraints } from "../../lib/mining/miner";
import { tripletLearning } from "../../lib/train/tripletLearning";

const triplets: TripletConstraints = {
  count: 3,
  anchors: Int32Array.of(0, 1, 3),
  positives: Int32Array.of(1, 0, 2),
  negatives: Int32Array.of(3, 2, 0),
  weights: Float32Array.of(1, 0.5, 0),
  // Points 0 and 1 are of class 0 for sure, 2 is undecided, 3 is of class 1.
  beliefs: { data: Float32Array.of(1, 0, 1, 0, 0.5, 0.5, 0.1, 0.9), shape: [4, 2] },
};
const { count, anchors, positives, negatives, weights } = triplets;
const without: TripletConstraints = { count, anchors, positives, negatives, weights };
const labels = Int32Array.of(0, -1, -1, 1);

describe("tripletLearning", () => {
  before(() => useEngine("cpu"));

  it("tells the loss the relation of every pair: by labels, else by beliefs, else nothing", async () => {
    const seen: LossBatch[] = [];
    const learning = tripletLearning(affinityMiner(), (batch) => {
      seen.push(batch);
      assert.equal(batch.relations, batch.relations, "computed once");
      return tf.mean(batch.projected);
    });
    const run = async (all: TripletConstraints) => {
      const embeddings = tf.tensor2d([
        [1, 0],
        [0, 1],
        [1, 1],
      ]);
      const metric = tf.tensor2d([[2], [3]]);
      // The batch holds points 3, 0 and 1, in this order.
      const positions = Int32Array.of(3, 0, 1);
      const { value, gradient } = await learning.valueAndGradient({
        embeddings,
        metric,
        constraints: {
          ...all,
          count: 1,
          anchors: Int32Array.of(0),
          positives: Int32Array.of(1),
          negatives: Int32Array.of(2),
        },
        positions,
        views: Int32Array.of(0, 0, 0),
        all,
        labels,
        learned: {},
        memory: {},
        seed: 1,
      });
      // zL = 2, 3, 5; its mean has the gradient Lᵀ/3 in every row.
      assert.ok(Math.abs(value - 10 / 3) < 1e-6);
      (await gradient.data()).forEach((entry, i) => {
        assert.ok(Math.abs(entry - [2, 3][i % 2] / 3) < 1e-6);
      });
      tf.dispose([embeddings, metric, gradient]);
      return seen.at(-1)!;
    };
    const { relations, labels: own } = await run(triplets);
    assert.deepEqual([...own], [1, 0, -1]);
    // 3 and 0 have labels of two classes; 3 and 1: 2·0.1 − 1; 0 and 1: 2·1 − 1.
    const expected = [1, -1, -0.8, -1, 1, 1, -0.8, 1, 1];
    relations.data.forEach((value, i) => {
      assert.ok(Math.abs(value - expected[i]) < 1e-6, `${value} is not ${expected[i]} at ${i}`);
    });
    assert.deepEqual([...(await run(without)).relations.data], [1, -1, 0, -1, 1, 0, 0, 0, 1]);
  });

  it("knows the class of each anchor by its label, else by its belief", () => {
    const learning = tripletLearning(affinityMiner(), angularLoss());
    assert.deepEqual([...learning.classes(triplets, labels)], [0, 0, 1]);
    assert.deepEqual([...learning.classes(without, labels)], [0, -1, 1]);
  });

  it("restores what it saves, and refuses what is damaged", () => {
    const learning = tripletLearning(affinityMiner(), angularLoss());
    const saved = learning.save(triplets);
    const limits = { examples: 4, dimension: 2 };
    assert.deepEqual(learning.restore(saved, limits), triplets);
    const damaged = (name: string, data: Float32Array | Int32Array) => ({
      ...saved,
      [name]: { data, shape: [data.length] },
    });
    for (const [arrays, sentence] of [
      [damaged("positives", Int32Array.of(1)), /its triplets have 3 anchors, 1 positives/],
      [damaged("negatives", Int32Array.of(1, 2, 9)), /its negatives are not positions of 4 images/],
      [damaged("weights", Float32Array.of(1)), /its weights are not 3 rows of finite numbers/],
      [damaged("weights", Float32Array.of(1, NaN, 1)), /its weights are not 3 rows of finite numbers/],
      [damaged("beliefs", Float32Array.of(1, 0, 0, 1)), /its beliefs are not 4 rows of finite numbers/],
      [damaged("beliefs", Float32Array.of(1, 0)), /its beliefs are not 4 rows of finite numbers/],
    ] as const)
      assert.throws(() => learning.restore(arrays, limits), sentence);
  });
});
