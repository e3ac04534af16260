import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import { random } from "../../lib/core/values/random";
import { useEngine } from "../../lib/engine";
import { syntheticLoss, type LossBatch } from "../../lib/losses";
import { batchWith, differentiatedProblem } from "../../lib/losses/loss";
import { conjugateGradient, euclidean } from "../../lib/manifold";
import { batchOf, differences, normalRows } from "./lossBatch";

const [b, d, l, T] = [7, 4, 3, 25];
const settings = { alpha: 50, triplets: T, regularization: 0.7 };

type Vector = number[];
const times = (x: Vector, matrix: Vector[]) =>
  matrix[0].map((_, j) => x.reduce((sum, value, i) => sum + value * matrix[i][j], 0));
const combined = (x: Vector, y: Vector, p: number, q: number) => x.map((value, i) => p * value + q * y[i]);
const square = (x: Vector) => x.reduce((sum, value) => sum + value * value, 0);

/**
 * SUML triplet by triplet and case by case, with the whole S, [2d, d], and synthetic points of two points each. A case is the pairs of its synthetic
 * anchor, positive and negative.
 */
function plainLoops(z: Vector[], L: Vector[], S: Vector[], upper: Vector[], seed: number): number {
  const noise = random(seed);
  const triplets = Array.from({ length: T }, () => Array.from(noise.sample(z.length, 3), (i) => z[i]));
  const whole = [...upper, ...S];
  const synthetic = (x: Vector, y: Vector) => times([...x, ...y], whole);
  const t = 4 * Math.tan((settings.alpha * Math.PI) / 180) ** 2;
  const softplus = (x: number) => Math.log(1 + Math.exp(x));
  const scaled = (values: number[]) => {
    const largest = Math.max(...values.map(Math.abs));
    return values.map((value) => value / largest);
  };
  const entropy = (a: number[], m: number[]) =>
    a.reduce((sum, value, i) => {
      const p = 1 / (1 + Math.exp(value + m[i]));
      return sum - p * Math.log(p);
    }, 0);
  let total = 0;
  const cases = [
    ([x, p, n]: Vector[]) => [synthetic(x, x), synthetic(x, p), synthetic(x, n)],
    ([x, p, n]: Vector[]) => [synthetic(x, x), synthetic(x, n), synthetic(x, p)],
    ([x, p, n]: Vector[]) => [synthetic(p, p), synthetic(p, n), synthetic(p, x)],
  ];
  for (const points of cases) {
    const found: number[] = [];
    const wanted: number[] = [];
    for (const triplet of triplets) {
      const [s, plus, minus] = points(triplet);
      const apart = combined(s, plus, 1, -1);
      const away = combined(minus, combined(s, plus, 0.5, 0.5), 1, -1);
      found.push(square(times(apart, L)) - t * square(times(away, L)));
      wanted.push(t * square(away) - square(apart));
    }
    total += entropy(scaled(wanted).map(softplus), scaled(found).map(softplus));
  }
  const pairs = triplets.map(([x, p, n]) => combined(synthetic(x, p), synthetic(x, n), 1, -1));
  const plain = scaled(pairs.map(square));
  const inMetric = scaled(pairs.map((pair) => square(times(pair, L))));
  const minus = (values: number[]) => values.map((value) => -value);
  total += entropy(minus(plain), inMetric) + entropy(plain, minus(inMetric));
  let penalty = 0;
  for (let i = 0; i < l; i++)
    for (let j = 0; j < l; j++) {
      const product = L.reduce((sum, row) => sum + row[i] * row[j], 0);
      penalty += (product - (i === j ? 1 : 0)) ** 2;
    }
  return (total + settings.regularization * penalty) / T;
}

const noise = random(4);
const [z, L, S, upper] = [
  normalRows(noise, b, d),
  normalRows(noise, d, l),
  normalRows(noise, d, d),
  normalRows(noise, d, d),
];
const loss = syntheticLoss(settings);
const batch = (): LossBatch =>
  batchOf(z, { metric: tf.tensor2d(L), seed: 9, learned: { synthesizer: tf.tensor2d(S) } });

describe("syntheticLoss", () => {
  before(() => useEngine("cpu"));

  it("is SUML's objective, as plain loops compute it with the whole S", () => {
    const expected = plainLoops(z, L, S, upper, 9);
    const [value] = tf.tidy(() => loss(batch()).dataSync());
    assert.ok(Math.abs(value - expected) < 1e-5 * Math.abs(expected), `${value} ${expected}`);
    const [other] = tf.tidy(() => loss({ ...batch(), seed: 10 }).dataSync());
    assert.ok(Math.abs(other - plainLoops(z, L, S, upper, 10)) < 1e-5);
    assert.notEqual(other, value, "another seed draws other triplets");
  });

  it("has the gradients by z, L and S of the loops, by differences", () => {
    const near = (tensor: tf.Tensor, expected: number[][]) => {
      const values = tensor.dataSync();
      const largest = Math.max(...expected.flat().map(Math.abs));
      expected.flat().forEach((value, i) => {
        assert.ok(Math.abs(values[i] - value) < 1e-4 * largest, `${values[i]} ${value} at ${i}`);
      });
      assert.ok(largest > 1e-4);
    };
    tf.tidy(() => {
      const given = batch();
      near(
        tf.grad((x: tf.Tensor) => loss(batchWith(given, { embeddings: x as tf.Tensor2D })))(given.embeddings),
        differences(z, (rows) => plainLoops(rows, L, S, upper, 9)),
      );
      near(
        tf.grad((x: tf.Tensor) => loss(batchWith(given, { metric: x as tf.Tensor2D })))(given.metric),
        differences(L, (rows) => plainLoops(z, rows, S, upper, 9)),
      );
      near(
        tf.grad((x: tf.Tensor) => loss(batchWith(given, { learned: { synthesizer: x } })))(
          given.learned.synthesizer,
        ),
        differences(S, (rows) => plainLoops(z, L, rows, upper, 9)),
      );
    });
  });

  it("is lowered over L by ten iterations of conjugate gradients", async () => {
    const problem = differentiatedProblem(loss, batch());
    const start = tf.tensor2d(L);
    const { cost, history, point } = await conjugateGradient(
      euclidean(d, l) as never,
      problem as never,
      start as never,
      {
        maxIterations: 10,
      },
    );
    assert.ok(cost < history[0].cost - 0.01, `${history[0].cost} ${cost}`);
    tf.dispose([start, point as never]);
  });

  it("is finite where all embeddings are the same, and says how many examples it needs", () => {
    const same = tf.tidy(() =>
      loss(
        batchOf(
          [
            [1, 0, 0, 0],
            [1, 0, 0, 0],
            [1, 0, 0, 0],
          ],
          { learned: { synthesizer: tf.eye(4) } },
        ),
      ).dataSync(),
    );
    assert.ok(Number.isFinite(same[0]));
    assert.throws(
      () =>
        loss(
          batchOf(
            [
              [1, 0],
              [0, 1],
            ],
            { learned: { synthesizer: tf.eye(2) } },
          ),
        ),
      /syntheticLoss: a mini-batch must have at least 3 different examples, got 2/,
    );
    assert.throws(() => syntheticLoss({ alpha: 90 }), /alpha must be a number in \(0, 90\), got 90/);
  });
});
