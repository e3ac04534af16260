import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import { useEngine } from "../../lib/engine";
import { angularTripletLoss } from "../../lib/losses";
import { assertClose } from "../manifold/assertClose";
import { manoptFixture, transposed } from "../manifold/manoptFixture";

describe("angularTripletLoss", () => {
  before(() => useEngine("cpu"));

  it("has the gradient of finite differences by the embeddings", () => {
    const { Z, Zp, Zn, L0 } = manoptFixture("small");
    const [z, positive, negative] = [Z!, Zp!, Zn!].map((columns) => tf.tensor2d(transposed(columns)));
    const metric = tf.tensor2d(L0);
    const loss = (a: tf.Tensor) => angularTripletLoss(a as tf.Tensor2D, positive, negative, metric);
    const gradient = tf.grad(loss)(z).dataSync();
    const values = Float32Array.from(z.dataSync());
    for (const n of [0, 37, 159]) {
      const at = (h: number) => {
        const moved = values.slice();
        moved[n] += h;
        return loss(tf.tensor2d(moved, [20, 8])).dataSync()[0];
      };
      assertClose(gradient[n], (at(0.01) - at(-0.01)) / 0.02, 1e-4);
    }
  });

  it("weights triplets: the mean and the sum of ωᵢ times each triplet's loss, and so their gradients", () => {
    const { Z, Zp, Zn, L0 } = manoptFixture("small");
    const rows = [Z!, Zp!, Zn!].map((columns) => transposed(columns));
    const [z, positive, negative] = rows.map((values) => tf.tensor2d(values));
    const metric = tf.tensor2d(L0);
    const weights = rows[0].map((_, i) => (i % 3) / 2);
    const single = rows[0].map((_, i) => {
      const [a, p, n] = rows.map((values) => tf.tensor2d([values[i]]));
      return angularTripletLoss(a, p, n, metric).dataSync()[0];
    });
    const sum = single.reduce((total, value, i) => total + weights[i] * value, 0);
    for (const [reduction, expected] of [
      ["sum", sum],
      ["mean", sum / weights.length],
    ] as const) {
      const value = angularTripletLoss(z, positive, negative, metric, { weights, reduction });
      assertClose(value.dataSync()[0], expected, 1e-5);
    }
    const gradient = tf.grad((a: tf.Tensor) =>
      angularTripletLoss(a as tf.Tensor2D, positive, negative, metric, { weights }),
    )(z);
    const plain = tf.grad((a: tf.Tensor) => angularTripletLoss(a as tf.Tensor2D, positive, negative, metric))(
      z,
    );
    const scaled = tf.mul(plain, tf.tensor2d(weights, [weights.length, 1]));
    assertClose(gradient.dataSync(), scaled.dataSync(), 1e-6);
  });

  it("reaches a network's variables through variableGrads, and leaks nothing", () => {
    const before = tf.memory().numTensors;
    tf.tidy(() => {
      const weights = tf.variable<tf.Rank.R2>(tf.randomNormal([4, 3], 0, 1, "float32", 1));
      const metric = tf.eye(3);
      const inputs = [1, 2, 3].map((seed) => tf.randomNormal<tf.Rank.R2>([5, 4], 0, 1, "float32", seed));
      const { value, grads } = tf.variableGrads(() => {
        const [z, positive, negative] = inputs.map((input) => tf.matMul<tf.Tensor2D>(input, weights));
        return angularTripletLoss(z, positive, negative, metric);
      });
      assert.ok(value.dataSync()[0] > 0);
      assert.ok(
        Object.values(grads)[0]
          .dataSync()
          .some((entry) => entry !== 0),
      );
      weights.dispose();
    });
    assert.equal(tf.memory().numTensors, before);
  });

  it("the sum is T times the mean", () => {
    const make = (seed: number) => tf.randomNormal<tf.Rank.R2>([7, 4], 0, 1, "float32", seed);
    const [z, positive, negative, metric] = [
      make(1),
      make(2),
      make(3),
      tf.randomNormal<tf.Rank.R2>([4, 2], 0, 1, "float32", 4),
    ];
    const mean = angularTripletLoss(z, positive, negative, metric, { alpha: 45 }).dataSync()[0];
    const sum = angularTripletLoss(z, positive, negative, metric, {
      alpha: 45,
      reduction: "sum",
    }).dataSync()[0];
    assertClose(sum / 7, mean, 1e-5 * mean);
  });

  it("refuses bad input", () => {
    const [z, other, metric] = [
      tf.ones<tf.Rank.R2>([2, 3]),
      tf.ones<tf.Rank.R2>([2, 4]),
      tf.ones<tf.Rank.R2>([3, 1]),
    ];
    assert.throws(
      () => angularTripletLoss(z, other, z, metric),
      /z, z⁺ and z⁻ must have the same shape \[T, d\], got \[2,3\], \[2,4\] and \[2,3\]/,
    );
    assert.throws(
      () => angularTripletLoss(z, z, z, other),
      /L must have 3 rows, as z has columns, got shape \[2,4\]/,
    );
    assert.throws(
      () => angularTripletLoss(z, z, z, metric, { alpha: 95 }),
      /alpha must be in \(0, 90\) degrees, got 95/,
    );
    assert.throws(
      () => angularTripletLoss(z, z, z, metric, { reduction: "max" as never }),
      /reduction must be "mean" or "sum", got "max"/,
    );
  });
});
