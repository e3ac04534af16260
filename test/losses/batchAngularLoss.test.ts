import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import * as tf from "@tensorflow/tfjs-core";
import { random } from "../../lib/core/values/random";
import { useEngine } from "../../lib/engine";
import { batchAngularLoss } from "../../lib/losses";
import { batchWith, differentiatedProblem } from "../../lib/losses/loss";
import { conjugateGradient, grassmann } from "../../lib/manifold";
import { onEngine, readableEngines } from "../engine/everyEngine";

const [b, d, l] = [9, 5, 3];

/** A batch with random relations, the first two rows of which are views of the same example. */
function batch(seed = 1) {
  const noise = random(seed);
  const rows = Array.from({ length: b }, () => {
    const row = Array.from({ length: d }, () => noise.normal());
    return row.map((value) => value / Math.hypot(...row));
  });
  const metric = Array.from(grassmann(d, l).rand(seed).data);
  const positions = Int32Array.from({ length: b }, (_, i) => Math.max(0, i - 1));
  const relations = new Float32Array(b * b);
  for (let i = 0; i < b; i++)
    for (let j = 0; j <= i; j++)
      relations[i * b + j] = relations[j * b + i] =
        positions[i] === positions[j] ? 1 : 2 * noise.uniform() - 1;
  const confidence = Float32Array.from({ length: b }, () => noise.uniform());
  return { rows, metric, relations, confidence, positions };
}

type Parts = ReturnType<typeof batch>;

const lossBatch = ({ rows, metric, relations, confidence, positions }: Parts) =>
  batchWith({
    embeddings: tf.tensor2d(rows),
    metric: tf.tensor2d(metric, [d, l]),
    labels: new Int32Array(b).fill(-1),
    triplets: {
      count: 0,
      anchors: new Int32Array(),
      positives: new Int32Array(),
      negatives: new Int32Array(),
    },
    relations: { data: relations, shape: [b, b] },
    confidence,
    positions,
    views: new Int32Array(b),
    seed: 1,
    classCount: 0,
    learned: {},
    memory: {},
  });

/** The definition, triplet by triplet. */
function bruteForce(
  { rows, metric, relations, confidence, positions }: Parts,
  alpha: number,
  scale: number,
  weighted: boolean,
) {
  const above = 0.2;
  const y = rows.map((z) =>
    Array.from({ length: l }, (_, c) => z.reduce((sum, value, r) => sum + value * metric[r * l + c], 0)),
  );
  const squared = (x: number[]) => x.reduce((sum, value) => sum + value * value, 0);
  const t = 4 * Math.tan((alpha * Math.PI) / 180) ** 2;
  let [sum, total] = [0, 0];
  const relation = (i: number, j: number) => relations[i * b + j];
  const cost = (a: number, p: number) => {
    let exponentials = 0;
    for (let n = 0; n < b; n++) {
      const apart = squared(y[a].map((value, c) => value - y[p][c]));
      const away = squared(y[n].map((value, c) => value - (y[a][c] + y[p][c]) / 2));
      exponentials += ((1 - relation(a, n)) / 2) * Math.exp(scale * (apart - t * away));
    }
    return Math.log(1 + exponentials);
  };
  for (let a = 0; a < b; a++) {
    const all = [...positions.keys()].filter((p) => p !== a);
    const others = all.filter((p) => positions[p] !== positions[a] && relation(a, p) > above);
    const views = all.filter((p) => positions[p] === positions[a]);
    const weights = others.map((p) => (weighted ? confidence[a] * confidence[p] : 1));
    const weight = weights.reduce((x, w) => x + w, 0);
    others.forEach((p, i) => (sum += weights[i] * cost(a, p)));
    total += weight;
    if (views.length === 0) continue;
    const own = others.length === 0 ? 1 : 0.25 * weight;
    for (const p of views) sum += (own / views.length) * cost(a, p);
    total += own;
  }
  return sum / total;
}

for (const engine of readableEngines) {
  onEngine(engine, () => {
    it("batchAngularLoss is the sum over all triplets of the batch, by brute force", () => {
      for (const [seed, alpha, scale, weighted] of [
        [1, 40, 4, false],
        [1, 40, 4, true],
        [2, 20, 1, true],
        [3, 55, 6, false],
      ] as const) {
        const parts = batch(seed);
        const loss = batchAngularLoss({ alpha, scale, weighted });
        const value = tf.tidy(() => loss(lossBatch(parts)).dataSync()[0]);
        const expected = bruteForce(parts, alpha, scale, weighted);
        assert.ok(Math.abs(value - expected) < 1e-4 * Math.max(1, expected), `${value} is not ${expected}`);
      }
    });

    it("batchAngularLoss has the gradient that differences give, in z and in L", async () => {
      const parts = batch(4);
      const loss = batchAngularLoss({ weighted: true });
      const given = lossBatch(parts);
      const z = await tf
        .grad((embeddings) => loss(batchWith(given, { embeddings: embeddings as tf.Tensor2D })))(
          given.embeddings,
        )
        .data();
      const L = await tf
        .grad((metric) => loss(batchWith(given, { metric: metric as tf.Tensor2D })))(given.metric)
        .data();
      const step = 1e-4;
      const difference = (change: (parts: Parts, by: number) => void) => {
        const at = (by: number) => {
          const copy = { ...parts, rows: parts.rows.map((row) => [...row]), metric: [...parts.metric] };
          change(copy, by);
          return bruteForce(copy, 40, 4, true);
        };
        return (at(step) - at(-step)) / (2 * step);
      };
      for (let i = 0; i < b * d; i += 7) {
        const expected = difference(({ rows }, by) => (rows[Math.floor(i / d)][i % d] += by));
        assert.ok(Math.abs(z[i] - expected) < 1e-3, `∂J/∂z: ${z[i]} is not ${expected}`);
      }
      for (let i = 0; i < d * l; i += 2) {
        const expected = difference(({ metric }, by) => (metric[i] += by));
        assert.ok(Math.abs(L[i] - expected) < 1e-3, `∂J/∂L: ${L[i]} is not ${expected}`);
      }
    });
  });
}

describe("batchAngularLoss", () => {
  before(() => useEngine("cpu"));

  it("is learned on Gr(d, l) by conjugate gradients", async () => {
    const given = lossBatch(batch(5));
    const problem = differentiatedProblem(batchAngularLoss(), given);
    const { cost, history } = await conjugateGradient(grassmann(d, l), problem as never, given.metric, {
      maxIterations: 8,
    });
    assert.ok(cost < history[0].cost, `${history[0].cost} → ${cost}`);
  });

  it("is 0 where a batch has no positive pair, and finite where it has no negative", () => {
    const parts = { ...batch(6), positions: Int32Array.from({ length: b }, (_, i) => i) };
    const value = (relation: number) =>
      tf.tidy(
        () =>
          batchAngularLoss()(
            lossBatch({ ...parts, relations: parts.relations.map(() => relation) }),
          ).dataSync()[0],
      );
    assert.equal(value(-1), 0);
    assert.ok(value(1) >= 0 && value(1) < 1e-6);
  });

  it("is finite where rounding leaves relations a little above 1", () => {
    const parts = batch();
    const value = tf.tidy(() => {
      const given = lossBatch({ ...parts, relations: parts.relations.map(() => 1 + 2e-7) });
      return batchAngularLoss()(given).dataSync()[0];
    });
    assert.ok(Number.isFinite(value), String(value));
  });

  it("rejects angles and scales out of range", () => {
    assert.throws(() => batchAngularLoss({ alpha: 90 }), /batchAngularLoss: alpha must be/);
    assert.throws(() => batchAngularLoss({ scale: 0 }), /batchAngularLoss: scale must be/);
    assert.throws(() => batchAngularLoss({ sclae: 1 } as never), /scale/);
  });
});
