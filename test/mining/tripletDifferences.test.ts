import assert from "node:assert/strict";
import { it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import { selectTriplets, tripletDifferences } from "../../lib/mining";
import { onEngine, readableEngines } from "../engine/everyEngine";

const z = [
  [0, 0],
  [1, 3],
  [4, -2],
  [2, 2],
];
const triplets = {
  count: 2,
  anchors: Int32Array.from([0, 3]),
  positives: Int32Array.from([1, 0]),
  negatives: Int32Array.from([2, 1]),
};
// By hand: z₀ − z₁, z₃ − z₀; z₂ − (z₀ + z₁)/2, z₁ − (z₃ + z₀)/2.
const p = [-1, -3, 2, 2];
const q = [3.5, -3.5, 0, 2];

it("tripletDifferences gives the rows worked out by hand, in the precision of its input", () => {
  assert.deepEqual(tripletDifferences(z, triplets).p, { data: Float64Array.from(p), shape: [2, 2] });
  assert.deepEqual(tripletDifferences(z, triplets).q, { data: Float64Array.from(q), shape: [2, 2] });
  const single = tripletDifferences({ data: Float32Array.from(z.flat()), shape: [4, 2] }, triplets);
  assert.deepEqual(single.q, { data: Float32Array.from(q), shape: [2, 2] });
});

it("tripletDifferences names an index that has no row", () => {
  const wrong = { ...triplets, negatives: Int32Array.from([2, 9]) };
  assert.throws(() => tripletDifferences(z, wrong), /triplets must index the 4 rows of z, got 9/);
});

it("selectTriplets takes those asked for, in that order", () => {
  const { count, anchors, negatives } = selectTriplets(triplets, [1, 0, 1]);
  assert.equal(count, 3);
  assert.deepEqual([...anchors], [3, 0, 3]);
  assert.deepEqual([...negatives], [1, 2, 1]);
});

for (const engine of readableEngines) {
  onEngine(engine, () => {
    it("tripletDifferences gives tensors for a tensor, differentiable and without leaks", async () => {
      const before = tf.memory().numTensors;
      const tensor = tf.tensor2d(z);
      const rows = tripletDifferences(tensor, triplets);
      assert.deepEqual([...(await rows.p.data())], p);
      assert.deepEqual([...(await rows.q.data())], q);
      // ∂ Σ q / ∂z: +1 for a negative, −1/2 for each anchor and positive.
      const gradient = tf.grad((x) => tf.sum(tripletDifferences(x as tf.Tensor2D, triplets).q))(tensor);
      assert.deepEqual([...(await gradient.data())], [-1, -1, 0.5, 0.5, 1, 1, -0.5, -0.5]);
      tf.dispose([tensor, rows.p, rows.q, gradient]);
      assert.equal(tf.memory().numTensors, before);
    });
  });
}
