import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, describe, it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import { random } from "../../lib/core/values/random";
import { useEngine } from "../../lib/engine";
import { instanceLoss, type LossBatch } from "../../lib/losses";
import { batchWith } from "../../lib/losses/loss";
import { batchOf } from "./lossBatch";

interface Expected {
  value: number;
  gradient: number[][];
  normalizer: number;
}
const reference = JSON.parse(readFileSync("test/fixtures/reference/instance_loss.json", "utf8")) as Record<
  "bank" | "rows" | "remembered",
  number[][]
> &
  Record<"temperature" | "momentum" | "seed", number> &
  Record<"positions" | "noise", number[]> &
  Record<"full" | "first" | "later", Expected>;
const { bank, rows, temperature, momentum, seed, positions, noise } = reference;

const batch = (normalizer = 0, given: Partial<LossBatch> = {}) =>
  batchOf(rows, {
    positions: Int32Array.from(positions),
    seed,
    memory: { bank: tf.tensor2d(bank), normalizer: tf.tensor1d([normalizer]) },
    ...given,
  });
const near = (values: ArrayLike<number>, expected: number[]) => {
  expected.forEach((value, i) => {
    assert.ok(
      Math.abs(values[i] - value) < 1e-5 * Math.max(1, Math.abs(value)),
      `${values[i]} ${value} at ${i}`,
    );
  });
};
const loss = (fullBelow: number) => instanceLoss({ temperature, momentum, noise: noise.length, fullBelow });

describe("instanceLoss", () => {
  before(() => useEngine("cpu"));

  for (const [name, fullBelow, normalizer] of [
    ["full", 13, 0],
    ["first", 12, 0],
    ["later", 12, 30],
  ] as const) {
    it(`has PyTorch's value and gradient (${name})`, () => {
      tf.tidy(() => {
        const given = batch(normalizer);
        near(loss(fullBelow)(given).dataSync(), [reference[name].value]);
        const gradient = tf.grad((z: tf.Tensor) =>
          loss(fullBelow)(batchWith(given, { embeddings: z as tf.Tensor2D })),
        )(given.embeddings);
        near(gradient.dataSync(), reference[name].gradient.flat());
      });
    });
  }

  it("remembers the embeddings, and Z of the first mini-batch", () => {
    tf.tidy(() => {
      const first = loss(12).remember!(batch());
      near(first.bank.dataSync(), reference.remembered.flat());
      near(first.normalizer.dataSync(), [reference.first.normalizer]);
      near(loss(12).remember!(batch(30)).normalizer.dataSync(), [30]);
      assert.deepEqual(Object.keys(loss(13).remember!(batch())), ["bank"]);
    });
  });

  it("remembers the mean of the views of an example", () => {
    tf.tidy(() => {
      const seen = batchOf(
        [
          [1, 0, 0, 0],
          [0, 0, 3, 0],
        ],
        { memory: batch().memory, positions: Int32Array.of(5, 5), views: Int32Array.of(0, 1) },
      );
      const after = loss(13).remember!(seen).bank.dataSync();
      const mean = [0.5, 0, 0.5, 0].map((value, c) => (1 - momentum) * value + momentum * bank[5][c]);
      const length = Math.hypot(...mean);
      near(
        after.subarray(20, 24),
        mean.map((value) => value / length),
      );
      near(after.subarray(0, 20), bank.slice(0, 5).flat());
    });
  });

  it("starts at zero, and then holds what it saw first", () => {
    tf.tidy(() => {
      const memory = loss(13).memory!({ classes: 0, points: 12, embedding: 9, dimension: 4 }, random(1));
      assert.deepEqual(memory.bank.shape, [12, 4]);
      const given = batch(0, { memory });
      // All twelve have the same similarity, 0.
      near(loss(13)(given).dataSync(), [Math.log(12)]);
      const after = loss(13).remember!(given).bank.dataSync();
      near(
        after.subarray(28, 32),
        rows[0].map((value) => value / Math.hypot(...rows[0])),
      );
      assert.deepEqual([...after.subarray(4, 16)], new Array(12).fill(0));
    });
  });

  it("names a memory of other data, and is finite for embeddings of zero", () => {
    assert.throws(
      () => loss(13)(batch(0, { positions: Int32Array.of(7, 0, 12) })),
      /instanceLoss: the memory is of other data: it holds 12 embeddings of 4 numbers, got example 12 of 4 numbers/,
    );
    for (const fullBelow of [12, 13]) {
      const given = batch(0, { embeddings: tf.zeros([3, 4]) });
      assert.ok(tf.tidy(() => loss(fullBelow)(given).dataSync())[0] > 0);
      const [gradient] = tf.tidy(() => [
        tf
          .grad((z: tf.Tensor) => loss(fullBelow)(batchWith(given, { embeddings: z as tf.Tensor2D })))(
            given.embeddings,
          )
          .dataSync(),
      ]);
      assert.ok(gradient.every(Number.isFinite));
    }
  });
});
