import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { inspect } from "node:util";
import fc from "fast-check";
import { knnGraph } from "../../../lib/graph/knn/knnGraph";
import type { KnnGraph } from "../../../lib/graph/knn/graph";
import { searchedGraph, searchLimits } from "../../../lib/graph/knn/searchedGraph";
import type { Matrix } from "../../../lib/core/values/matrix";
import { clusteredCloud, roundCloud } from "./clusteredCloud";

const approximate = { method: "approximate" } as const;

function distance({ data, shape: [, d] }: Matrix, i: number, j: number): number {
  let sum = 0;
  for (let c = 0; c < d; c++) sum += (data[i * d + c] - data[j * d + c]) ** 2;
  return Math.sqrt(sum);
}

/** Neighbors are other points, each once, at their distances, nearest first. */
function assertValid(x: Matrix, { n, k, neighbors, distances }: KnnGraph): void {
  assert.equal(n, x.shape[0]);
  for (let i = 0; i < n; i++) {
    const own = neighbors.subarray(i * k, (i + 1) * k);
    assert.equal(new Set(own).size, k);
    own.forEach((j, s) => {
      assert.ok(j >= 0 && j < n && j !== i);
      assert.equal(distances[i * k + s], Math.fround(distance(x, i, j)));
      assert.ok(s === 0 || distances[i * k + s] >= distances[i * k + s - 1]);
    });
  }
}

/** The share of an exact graph's edges that the other has too. */
function shared(exact: KnnGraph, other: KnnGraph): number {
  const edges = ({ n, k, neighbors }: KnnGraph) => Array.from(neighbors, (j, e) => Math.floor(e / k) * n + j);
  const known = new Set(edges(exact));
  return edges(other).filter((edge) => known.has(edge)).length / known.size;
}

describe("approximate knnGraph", () => {
  for (const k of [1, 10, 50]) {
    it(`finds nearly all ${k} nearest neighbors of classes, as all pairs of points say`, () => {
      const x = clusteredCloud(2000, 32, 1);
      const graph = knnGraph(x, { k, ...approximate });
      assertValid(x, graph);
      const recall = shared(knnGraph(x, { k, method: "exact" }), graph);
      assert.ok(recall > 0.98, `${recall}`);
      assert.ok(Math.abs(graph.recall! - recall) < 0.02);
      assert.match(
        inspect(graph),
        /^kNN graph: 2,000 points, k = \d+; approximate, recall \d+\.\d % on 300 points$/,
      );
    });
  }

  it("gives the same graph with the same seed, and another with another", () => {
    const x = roundCloud(1000, 40, 2);
    const found = (seed: number) => [...knnGraph(x, { k: 5, seed, ...approximate }).neighbors];
    assert.deepEqual(found(1), found(1));
    assert.notDeepEqual(found(1), found(2));
  });

  it("tries harder where its sample says that neighbors are missing", () => {
    const x = roundCloud(2500, 64, 3);
    const once = searchedGraph(x, 10, "approximate", 1, { ...searchLimits, improvements: 0 });
    const graph = knnGraph(x, approximate);
    assert.ok(once.recall! < 0.9 && graph.recall! > 0.95, `${once.recall} ${graph.recall}`);
    assertValid(x, graph);
    assert.ok(shared(knnGraph(x, { method: "exact" }), graph) > 0.95);
  });

  it("equals the exact graph of few points", () => {
    const sizes = fc.record({
      n: fc.integer({ min: 2, max: 60 }),
      d: fc.integer({ min: 1, max: 9 }),
      seed: fc.nat(1000),
    });
    fc.assert(
      fc.property(sizes, fc.integer({ min: 1, max: 59 }), ({ n, d, seed }, most) => {
        const x = roundCloud(n, d, seed);
        const k = Math.min(most, n - 1);
        const { neighbors, distances } = knnGraph(x, { k, ...approximate });
        const exact = knnGraph(x, { k, method: "exact" });
        assert.deepEqual(neighbors, exact.neighbors);
        assert.deepEqual(distances, exact.distances);
      }),
    );
  });

  it("finds k different points where points repeat", () => {
    const few = clusteredCloud(40, 8, 4).data;
    for (const [n, of, k] of [
      [2000, 40, 10],
      [2000, 40, 60],
      [1000, 2, 10],
      [500, 400, 5],
    ]) {
      const data = Float32Array.from({ length: n * 8 }, (_, at) =>
        at < (n - of) * 8 ? few[at % 8] : few[(at % 8) + 8 * (Math.floor(at / 8) % 40)],
      );
      const x: Matrix = { data, shape: [n, 8] };
      const graph = knnGraph(x, { k, ...approximate });
      assertValid(x, graph);
      assert.equal(graph.recall, 1);
    }
  });

  it("finds the neighbors of points far from the origin, very large, very small, zero and of float64", () => {
    const { data, shape } = clusteredCloud(1500, 16, 5);
    const alike = (change: (value: number, at: number) => number) => {
      const x = { data: Float64Array.from(data, change), shape };
      const graph = knnGraph(x, approximate);
      assertValid(x, graph);
      assert.ok(graph.recall! > 0.98);
    };
    alike((value) => 1e6 + 1e-3 * value);
    alike((value) => 1e150 * value);
    alike((value) => 1e-140 * value);
    alike((value, at) => (at < 160 ? 0 : value));
  });

  it("survives coordinates whose squares overflow", () => {
    const x = roundCloud(200, 3, 6);
    const huge = { data: Float64Array.from(x.data, (value) => 5e307 * Math.tanh(value)), shape: x.shape };
    const { neighbors, k } = knnGraph(huge, approximate);
    neighbors.forEach((j, e) => {
      assert.ok(j >= 0 && j < 200 && j !== Math.floor(e / k));
    });
  });

  it("rejects what the exact search rejects", () => {
    const x = roundCloud(5, 2, 7);
    const wrong = (z: Matrix, k: number) => () => knnGraph(z, { k, ...approximate });
    assert.throws(wrong(x, 5), /knnGraph: k must be in \[1, n-1\], got k=5 with n=5/);
    assert.throws(wrong({ data: new Float32Array([1, 2]), shape: [1, 2] }, 1), /at least 2 rows/);
    assert.throws(
      wrong({ data: new Float32Array([1, NaN, 2]), shape: [3, 1] }, 1),
      /z must be finite, got NaN/,
    );
    assert.throws(wrong({ data: new Float32Array(4), shape: [4, 1] }, 1), /all 4 rows of z are equal/);
    assert.throws(
      () => knnGraph(x, { k: 2, method: "fast" as "auto" }),
      /knnGraph: method must be "auto", "exact" or "approximate", got "fast"/,
    );
  });
});

describe('knnGraph with method "auto"', () => {
  const few = { ...searchLimits, exactUpTo: 1000, improvements: 0 };

  it("is exact for few points", () => {
    const x = clusteredCloud(1000, 16, 8);
    const { method, recall, neighbors } = knnGraph(x);
    assert.deepEqual([method, recall], ["exact", 1]);
    assert.deepEqual(neighbors, knnGraph(x, { method: "exact" }).neighbors);
  });

  it("is approximate for many points", () => {
    const graph = searchedGraph(clusteredCloud(2000, 16, 9), 10, "auto", 1, few);
    assert.equal(graph.method, "approximate");
    assert.ok(graph.recall! > 0.95);
  });

  it("is exact, and says why, where the approximate search finds too little", () => {
    const x = roundCloud(2000, 64, 10);
    const graph = searchedGraph(x, 10, "auto", 1, few);
    assert.deepEqual(graph.neighbors, knnGraph(x, { method: "exact" }).neighbors);
    assert.deepEqual([graph.method, graph.recall], ["exact", 1]);
    assert.match(
      inspect(graph),
      /^kNN graph: 2,000 points, k = 10; exact, because NN-descent found only \d\d\.\d % of the neighbors$/,
    );
  });

  it("asks what to do where that would take hours", () => {
    assert.throws(
      () => searchedGraph(roundCloud(2000, 64, 10), 10, "auto", 1, { ...few, exactWork: 1e8 }),
      /knnGraph: NN-descent found only \d\d\.\d % of the neighbors, and all pairs of 2,000 points would take hours\. Pass method: "approximate" to accept that graph, or method: "exact" to wait\./,
    );
  });
});
