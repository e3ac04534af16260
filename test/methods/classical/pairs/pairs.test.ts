import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { random } from "../../../../lib/core/values/random";
import { gaussian } from "../../../../lib/manifold/describeManifold";
import { transposeMultiply } from "../../../../lib/algebra/multiply";
import { labeledPairs, unlabeledPairs } from "../../../../lib/methods/classical/pairs/labeledPairs";
import { linearPotential, pairDistances, pairLoss } from "../../../../lib/methods/classical/pairs/pairLoss";
import {
  joinPairs,
  normalizeWeights,
  selectPairs,
  type Pairs,
} from "../../../../lib/methods/classical/pairs/pairs";
import { pairScatter } from "../../../../lib/methods/classical/pairs/pairScatter";
import { seraphPotential } from "../../../../lib/methods/classical/seraph";
import { assertClose } from "../../../manifold/assertClose";
import { blobs, matrixOf, plainPairs, plainScatter } from "../data";

const all = { maxPairs: 1e6, seed: 1 };

describe("pairs", () => {
  const { x, labels } = blobs({ perClass: 6 });
  const z = matrixOf(x);
  const { similar, dissimilar } = labeledPairs(Int32Array.from(labels), all);
  const noise = random(3);
  const scaled = {
    ...similar,
    scales: Float64Array.from({ length: 2 * similar.count }, () => noise.uniform()),
  };
  const mixed = joinPairs(
    scaled,
    dissimilar,
    unlabeledPairs(Int32Array.from(labels), { maxPairs: 40, seed: 2 }),
  );
  const half = gaussian([5, 5], 4);
  const metric = transposeMultiply(half, half);

  it("pairScatter is the sum of weighted outer products", () => {
    const plain = plainPairs(labels);
    assertClose(pairScatter(z, similar), plainScatter(x, plain.similar), 1e-10);
    const weights = Float64Array.from({ length: dissimilar.count }, () => noise.normal());
    const ends = Array.from(dissimilar.first, (i, e): [number, number] => [i, dissimilar.second[e]]);
    assertClose(pairScatter(z, dissimilar, weights), plainScatter(x, ends, [...weights]), 1e-10);
  });

  it("tr(M·scatter) is the weighted sum of the distances", () => {
    const distances = pairDistances(z, metric, mixed);
    const scatter = pairScatter(z, mixed);
    const trace = scatter.data.reduce((sum, value, at) => sum + value * metric.data[at], 0);
    const sum = distances.reduce((total, distance, e) => total + mixed.weights[e] * distance, 0);
    assert.ok(Math.abs(trace - sum) < 1e-9 * Math.abs(sum));
  });

  for (const [name, potential] of [
    ["linear", linearPotential(mixed)],
    ["SERAPH's", seraphPotential(mixed, 3)],
  ] as const) {
    it(`pairLoss has the gradient by z that finite differences give, ${name} potential`, () => {
      const { dz } = pairLoss(z, metric, mixed, potential);
      const h = 1e-5;
      for (let at = 0; at < z.data.length; at += 7) {
        const moved = (by: number) => {
          const data = z.data.slice();
          data[at] += by;
          return pairLoss({ data, shape: z.shape }, metric, mixed, potential).loss;
        };
        const slope = (moved(h) - moved(-h)) / (2 * h);
        assert.ok(
          Math.abs(slope - dz.data[at]) < 1e-6 * (1 + Math.abs(slope)),
          `${slope} and ${dz.data[at]}`,
        );
      }
    });
  }

  it("selectPairs carries weights, kinds and scales along, so that batches add up", () => {
    const loss = (pairs: Pairs) => pairLoss(z, metric, pairs, linearPotential(pairs)).loss;
    const positions = Array.from({ length: mixed.count }, (_, e) => e);
    const odd = selectPairs(
      mixed,
      positions.filter((e) => e % 2 === 1),
    );
    const even = selectPairs(
      mixed,
      positions.filter((e) => e % 2 === 0),
    );
    assert.ok(Math.abs(loss(odd) + loss(even) - loss(mixed)) < 1e-9 * Math.abs(loss(mixed)));
  });

  it("normalizeWeights makes absolute weights sum to the total, and leaves zeros alone", () => {
    const weights = Float64Array.from(mixed.weights, (_, e) => (e % 3) - 1);
    const sum = normalizeWeights({ ...mixed, weights }, 5).weights.reduce((so, w) => so + Math.abs(w), 0);
    assert.ok(Math.abs(sum - 5) < 1e-12);
    const none = { ...mixed, weights: new Float64Array(mixed.count) };
    assert.equal(normalizeWeights(none), none);
  });
});
