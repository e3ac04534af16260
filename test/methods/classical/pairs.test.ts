import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { random } from "../../../lib/core/values/random";
import { knnGraph } from "../../../lib/graph";
import { gaussian } from "../../../lib/manifold/describeManifold";
import { transposeMultiply } from "../../../lib/algebra/multiply";
import { graphPairs, normalizeLaplacian } from "../../../lib/methods/classical/pairs/graphPairs";
import { labeledPairs, unlabeledPairs } from "../../../lib/methods/classical/pairs/labeledPairs";
import { linearPotential, pairDistances, pairLoss } from "../../../lib/methods/classical/pairs/pairLoss";
import {
  joinPairs,
  normalizeWeights,
  selectPairs,
  type Pairs,
} from "../../../lib/methods/classical/pairs/pairs";
import { pairScatter } from "../../../lib/methods/classical/pairs/pairScatter";
import { seraphPotential } from "../../../lib/methods/classical/seraph";
import { assertClose } from "../../manifold/assertClose";
import { blobs, matrixOf, plainGraph, plainPairs, plainScatter } from "./data";

const all = { maxPairs: 1e6, seed: 1 };
const listed = ({ first, second }: Pairs) =>
  Array.from(first, (i, e) => [Math.min(i, second[e]), Math.max(i, second[e])].join()).sort();
const names = (pairs: readonly (readonly [number, number])[]) => pairs.map((pair) => pair.join()).sort();

describe("labeledPairs", () => {
  const labels = [2, -1, 0, 2, 0, 0, -1, 7, 2];

  it("are all pairs of one class, and of two", () => {
    const { similar, dissimilar } = labeledPairs(Int32Array.from(labels), all);
    const plain = plainPairs(labels);
    assert.deepEqual(listed(similar), names(plain.similar));
    assert.deepEqual(listed(dissimilar), names(plain.dissimilar));
  });

  it("are a random subset without repeats if there are too many, the same for the same seed", () => {
    const many = Int32Array.from({ length: 4000 }, (_, i) => i % 3);
    const draw = (seed: number) => labeledPairs(many, { maxPairs: 500, seed });
    const { similar, dissimilar } = draw(1);
    assert.equal(new Set(listed(similar)).size, 500);
    assert.equal(new Set(listed(dissimilar)).size, 500);
    similar.first.forEach((i, e) => {
      assert.equal(many[i], many[similar.second[e]]);
    });
    dissimilar.first.forEach((i, e) => {
      assert.notEqual(many[i], many[dissimilar.second[e]]);
    });
    assert.deepEqual(draw(1), draw(1));
    assert.notDeepEqual(draw(1).similar.first, draw(2).similar.first);
  });

  it("unlabeledPairs are all pairs with an unlabeled point", () => {
    const expected: [number, number][] = [];
    labels.forEach((own, i) => {
      labels.forEach((other, j) => {
        if (i < j && (own < 0 || other < 0)) expected.push([i, j]);
      });
    });
    assert.deepEqual(listed(unlabeledPairs(Int32Array.from(labels), all)), names(expected));
  });
});

describe("graphPairs", () => {
  const { x } = blobs();
  const pairs = graphPairs(knnGraph(x, { k: 4 }), () => 1);
  const n = x.length;

  it("are the edges of the symmetric graph, each once", () => {
    const expected: [number, number][] = [];
    plainGraph(x, 4).forEach((row, i) => {
      row.forEach((edge, j) => {
        if (i < j && edge === 1) expected.push([i, j]);
      });
    });
    assert.deepEqual(listed(pairs), names(expected));
  });

  it("normalizeLaplacian gives Xᵀ(I − Deg^{-½} W Deg^{-½})X", () => {
    const w = plainGraph(x, 4);
    const degrees = w.map((row) => row.reduce((sum, value) => sum + value, 0));
    const laplacian = w.map((row, i) =>
      row.map((value, j) => (i === j ? 1 : 0) - value / Math.sqrt(degrees[i] * degrees[j])),
    );
    const dense = x[0].map((_, a) =>
      x[0].map((_, b) => {
        let sum = 0;
        for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) sum += x[i][a] * laplacian[i][j] * x[j][b];
        return sum;
      }),
    );
    assertClose(pairScatter(matrixOf(x), normalizeLaplacian(pairs, n)), dense, 1e-10);
  });
});

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
