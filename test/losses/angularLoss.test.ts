import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import { useEngine } from "../../lib/engine";
import { angularLoss, type LossBatch } from "../../lib/losses";

describe("angularLoss", () => {
  before(async () => {
    await useEngine("cpu");
  });

  /** Two triplets on a line, L = 1. At α = 45° the margins are p² − 4q²: 1 − 4·2.25 = −8, and 4 − 4·0 = 4. */
  const batch = (weights?: Float32Array): LossBatch =>
    ({
      embeddings: tf.tensor2d([[0], [1], [2], [-1]]),
      metric: tf.tensor2d([[1]]),
      labels: new Int32Array(4),
      triplets: {
        count: 2,
        anchors: Int32Array.of(0, 1),
        positives: Int32Array.of(1, 3),
        negatives: Int32Array.of(2, 0),
        weights,
      },
    }) as unknown as LossBatch;
  const terms = [Math.log1p(Math.exp(-8)), 4 + Math.log1p(Math.exp(-4))];

  it("is the mean or the sum of ωᵢ log(1 + exp mᵢ), worked out by hand", () => {
    const value = (reduction: "mean" | "sum", weights?: Float32Array) =>
      tf.tidy(() => angularLoss({ alpha: 45, reduction })(batch(weights)).dataSync()[0]);
    assert.ok(Math.abs(value("sum") - (terms[0] + terms[1])) < 1e-5);
    assert.ok(Math.abs(value("mean") - (terms[0] + terms[1]) / 2) < 1e-5);
    assert.ok(Math.abs(value("mean", Float32Array.of(0, 3)) - (3 * terms[1]) / 2) < 1e-5);
  });

  it("is the sum as a problem in L, with the same gradient as automatic differentiation", async () => {
    const loss = angularLoss({ alpha: 45, reduction: "sum" });
    const { embeddings, ...others } = batch(Float32Array.of(1, 3));
    const problem = loss.metricProblem!({ embeddings, ...others });
    assert.ok(Math.abs(Number(problem.cost(others.metric)) - (terms[0] + 3 * terms[1])) < 1e-4);
    const closed = problem.gradient(others.metric) as tf.Tensor2D;
    const automatic = tf.grad((metric: tf.Tensor) =>
      loss({ ...others, embeddings, metric: metric as tf.Tensor2D }),
    )(others.metric);
    const [a, b] = [(await closed.data())[0], (await automatic.data())[0]];
    assert.ok(Math.abs(a - b) < 1e-4 * Math.abs(b), `${a} is not ${b}`);
    problem.dispose();
    tf.dispose([embeddings, others.metric, closed, automatic]);
  });
});
