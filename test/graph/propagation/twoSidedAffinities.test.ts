import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { knnGraph, propagateAffinities, type KnnGraph } from "../../../lib/graph";
import { drain } from "../../../lib/core";
import { flowOf } from "../../../lib/graph/propagation/beliefs";
import { affinityFixture, clouds, largestDifference, randomGraph, toy } from "./support";

/** F by the definition, with a dense inverse: P = (1 − γ)(I − γQ)⁻¹ on the undirected graph, balanced columns, rows of sum one. */
function denseBeliefs({ n, k, neighbors }: KnnGraph, labels: ArrayLike<number>, gamma: number): number[][] {
  const a = Array.from({ length: n }, () => new Array<number>(n).fill(0));
  neighbors.forEach((j, e) => {
    a[Math.floor(e / k)][j] = 1;
  });
  const s = a.map((row, i) => row.map((value, j) => (value + a[j][i]) / 2));
  const q = s.map((row) => row.map((value) => value / row.reduce((sum, entry) => sum + entry, 0)));
  const classes = [...new Set(Array.from(labels))].filter((label) => label >= 0).sort((x, y) => x - y);
  // Gauss–Jordan elimination of [I − γQ | (1 − γ)Y].
  const rows = q.map((row, i) => [
    ...row.map((value, j) => (i === j ? 1 : 0) - gamma * value),
    ...classes.map((c) => (labels[i] === c ? 1 - gamma : 0)),
  ]);
  for (let p = 0; p < n; p++) {
    const pivot = rows[p].map((value) => value / rows[p][p]);
    rows[p] = pivot;
    for (let i = 0; i < n; i++) {
      if (i === p) continue;
      const factor = rows[i][p];
      rows[i] = rows[i].map((value, j) => value - factor * pivot[j]);
    }
  }
  const flow = rows.map((row) => row.slice(n));
  const totals = classes.map((_, c) => flow.reduce((sum, row) => sum + row[c], 0));
  return flow.map((row, i) => {
    if (labels[i] >= 0) return classes.map((c) => (c === labels[i] ? 1 : 0));
    const balanced = row.map((value, c) => value / totals[c]);
    const sum = balanced.reduce((x, y) => x + y, 0);
    return balanced.map((value) => value / sum);
  });
}

const dot = (x: number[], y: number[]) => x.reduce((sum, value, c) => sum + value * y[c], 0);

describe("propagateAffinities with sides: 2", () => {
  it("tells the two groups of the six points apart, also between unlabeled points", async () => {
    const one = await propagateAffinities(toy.graph, toy.labels);
    const two = await propagateAffinities(toy.graph, toy.labels, { sides: 2 });
    assert.equal(one.at(1, 4), 0);
    assert.equal(two.at(1, 4), -1);
    for (const [i, j] of [
      [0, 1],
      [1, 2],
      [4, 5],
      [3, 5],
    ])
      assert.equal(two.at(i, j), 1);
    assert.deepEqual(two.classes, [0, 1]);
    assert.deepEqual([...two.confidence], [1, 1, 1, 1, 1, 1]);
  });

  it("solves for groups of classes where all at once would take much memory", () => {
    const graph = randomGraph(60, 4, 5);
    const columnOf = Int32Array.from({ length: 60 }, (_, i) => (i < 14 ? i % 7 : -1));
    const whole = drain(flowOf(graph, columnOf, 7, 0.9, 60 * 7)).flow;
    for (const most of [1, 60 * 2, 60 * 3 + 1, 60 * 6]) {
      const { flow, flowError } = drain(flowOf(graph, columnOf, 7, 0.9, most));
      assert.ok(flowError <= 1e-11);
      assert.ok(flow.length === 420 && flow.every((value, at) => Math.abs(value - whole[at]) < 3e-11));
    }
  });

  it("is 2F·F − 1 with F by a dense inverse, on random graphs", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 6, max: 30 }),
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 1000 }),
        fc.double({ min: 0.6, max: 0.99, noNaN: true }),
        async (n, k, seed, gamma) => {
          const graph = randomGraph(n, k, seed);
          const labels = Array.from({ length: n }, (_, i) => (i < 4 ? i % 2 : -1));
          const f = denseBeliefs(graph, labels, gamma);
          // Where no label comes, the definition divides by zero; there is a test of its own for that.
          fc.pre(f.every((row) => row.every(Number.isFinite)));
          const w = await propagateAffinities(graph, labels, { sides: 2, gamma });
          const expected = f.map((row, i) => f.map((other, j) => (i === j ? 1 : 2 * dot(row, other) - 1)));
          assert.ok(largestDifference(w.toDense().data, expected.flat()) < 1e-6);
          assert.ok(largestDifference(w.beliefs.data, f.flat()) < 1e-6);
          assert.deepEqual([...w.row(1)], [...w.toDense().data.subarray(n, 2 * n)]);
          assert.deepEqual(
            [...w.ofNeighbors()],
            Array.from(graph.neighbors, (j, e) => w.at(Math.floor(e / k), j)),
          );
        },
      ),
      { numRuns: 40 },
    );
  });

  it("keeps within its stated error", async () => {
    const { k, gamma, embeddings, labels } = affinityFixture("affinity_small");
    const graph = knnGraph(embeddings, { k });
    const w = await propagateAffinities(graph, labels, { sides: 2, gamma });
    const f = denseBeliefs(graph, labels, gamma);
    const error = largestDifference(
      w.toDense().data,
      f.flatMap((row, i) => f.map((other, j) => (i === j ? 1 : 2 * dot(row, other) - 1))),
    );
    assert.ok(error <= w.errorBound + 1e-12, `${error} > ${w.errorBound}`);
    assert.ok(w.errorBound < 1e-5);
  });

  it("is ±1 between labeled points, has rows of beliefs that sum to one, and confidence by their entropy", async () => {
    const { points, labels } = clouds(300, 4, 3, 5, 1);
    const w = await propagateAffinities(knnGraph(points, { k: 6 }), labels, { sides: 2 });
    const [n, C] = w.beliefs.shape;
    for (let i = 0; i < n; i++) {
      const row = w.beliefs.data.subarray(i * C, (i + 1) * C);
      assert.ok(Math.abs(row.reduce((sum, value) => sum + value, 0) - 1) < 1e-6);
      const entropy = -row.reduce((sum, p) => sum + (p > 0 ? p * Math.log(p) : 0), 0);
      assert.ok(Math.abs(w.confidence[i] - (1 - entropy / Math.log(C))) < 1e-5);
      for (let j = 0; j < n; j++)
        if (i !== j && labels[i] >= 0 && labels[j] >= 0)
          assert.equal(w.at(i, j), labels[i] === labels[j] ? 1 : -1);
    }
    assert.match(String(w), /two-sided, rank 3/);
  });

  it("balances classes: a class with many labels does not swallow the points between", async () => {
    // A path of five points; class 0 is labeled at one end, class 1 at the other with a twin.
    const x = [[0], [1], [2], [3], [4], [4.01]];
    const w = await propagateAffinities(knnGraph(x, { k: 2 }), [0, -1, -1, -1, 1, 1], { sides: 2 });
    const share = w.beliefs.data[2 * 2];
    assert.ok(share > 0.35, `the middle belongs to class 0 with ${share}`);
  });

  it("knows nothing of points that no label reaches: beliefs alike, confidence 0", async () => {
    const neighbors = Int32Array.of(1, 0, 3, 2, 5, 4);
    const graph = { n: 6, k: 1, neighbors, distances: new Float32Array(6).fill(1) };
    const w = await propagateAffinities(graph, [0, -1, 1, -1, -1, -1], { sides: 2 });
    assert.deepEqual([...w.beliefs.data.subarray(8)], [0.5, 0.5, 0.5, 0.5]);
    assert.deepEqual([...w.confidence], [1, 1, 1, 1, 0, 0]);
    assert.equal(w.at(4, 5), 0);
    assert.equal(w.at(4, 4), 1);
  });

  it("stops on request", async () => {
    const { points, labels } = clouds(300, 4, 3, 5, 1);
    const signal = AbortSignal.abort(new Error("enough"));
    await assert.rejects(
      propagateAffinities(knnGraph(points, { k: 6 }), labels, { sides: 2, signal }),
      /enough/,
    );
  });

  it("takes 1 or 2 sides", async () => {
    await assert.rejects(
      propagateAffinities(toy.graph, toy.labels, { sides: 3 as 2 }),
      /propagateAffinities: sides must be .*1.*2.*, got 3/,
    );
  });
});
