import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { inspect } from "node:util";
import * as tf from "@tensorflow/tfjs-core";
import fc from "fast-check";
import { random } from "../../../lib/core/values/random";
import { knnGraph, propagateAffinities } from "../../../lib/graph";
import { onEngine, readableEngines } from "../../engine/everyEngine";
import {
  affinityFixture,
  affinityFixtures,
  clouds,
  denseAffinities,
  largestDifference,
  randomGraph,
  toy,
} from "./support";

const atNeighbors = (rows: number[][], neighbors: Int32Array, k: number) =>
  Array.from(neighbors, (j, e) => rows[Math.floor(e / k)][j]);

describe("propagateAffinities", () => {
  it("gives the hand-checked values on six points", async () => {
    const w = await propagateAffinities(toy.graph, toy.labels, { gamma: 0.99 });
    const expected: [number, number, number][] = [
      [0, 0, 0.337793],
      [0, 1, 0.331104],
      [0, 2, 0.331104],
      [1, 2, 0.331104],
      [0, 3, -0.337793],
      [0, 4, -0.165552],
      [0, 5, -0.165552],
      [1, 3, -0.165552],
      [2, 3, -0.165552],
      [1, 4, 0],
    ];
    for (const [i, j, value] of expected) {
      assert.ok(Math.abs(w.at(i, j) - value) < 5e-7, `W(${i}, ${j}) = ${w.at(i, j)}`);
      assert.equal(w.at(j, i), w.at(i, j));
    }
  });

  it("gives bit-equal affinities where they are equal in theory, so that ties are ties", async () => {
    const w = (await propagateAffinities(toy.graph, toy.labels)).ofNeighbors();
    assert.equal(new Set(w).size, 1);
  });

  for (const name of affinityFixtures) {
    const { k, gamma, embeddings, labels, affinities } = affinityFixture(name);
    const graph = knnGraph(embeddings, { k });

    it(`is NumPy's to 1e-9, ${name}`, async () => {
      const w = await propagateAffinities(graph, labels, { gamma });
      assert.equal(w.method, "exact");
      assert.ok(w.errorBound < 1e-10);
      assert.ok(largestDifference(w.toDense().data, affinities.flat()) < 1e-9);
      assert.ok(largestDifference(w.ofNeighbors(), atNeighbors(affinities, graph.neighbors, k)) < 1e-9);
      for (let i = 0; i < graph.n; i += 7) {
        assert.ok(largestDifference(w.row(i), affinities[i]) < 1e-9);
        for (let j = 0; j < graph.n; j++) assert.ok(Math.abs(w.at(i, j) - affinities[i][j]) < 1e-9);
      }
    });

    it(`keeps the stated error when it iterates, ${name}`, async () => {
      for (const tolerance of [1e-2, 2e-4, 1e-5]) {
        const w = await propagateAffinities(graph, labels, { gamma, method: "iterative", tolerance });
        const error = largestDifference(w.ofNeighbors(), atNeighbors(affinities, graph.neighbors, k));
        assert.equal(w.method, "iterative");
        assert.ok(w.errorBound <= tolerance);
        assert.ok(error <= w.errorBound, `${error} ≤ ${w.errorBound}`);
        assert.ok(largestDifference(w.row(3), affinities[3]) < 1e-9, "rows are solved for in full");
      }
    });
  }

  it("is W = (W* + W*ᵀ)/2 by mathjs, on random graphs with labels of all kinds", async () => {
    const cases = fc.record({
      n: fc.integer({ min: 3, max: 25 }),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
      gamma: fc.double({ min: 0.01, max: 0.999, noNaN: true }),
      seed: fc.nat(1000),
    });
    await fc.assert(
      fc.asyncProperty(cases, async ({ n, share, gamma, seed }) => {
        const graph = randomGraph(n, 1 + Math.floor(share * (n - 2)), seed);
        const draw = random(seed);
        const labels = Array.from({ length: n }, () => draw.integer(4) - 1);
        const expected = await denseAffinities(graph, labels, gamma);
        const w = await propagateAffinities(graph, labels, { gamma, minClasses: 0 });
        assert.ok(largestDifference(w.toDense().data, expected.flat()) < 1e-10);
        assert.ok(
          largestDifference(w.ofNeighbors(), atNeighbors(expected, graph.neighbors, graph.k)) < 1e-10,
        );
      }),
      { numRuns: 40 },
    );
  });

  it("is symmetric, and permutes with the points when they are renumbered", async () => {
    const { points, labels } = clouds(60, 3, 3, 2, 1);
    const order = [...random(2).sample(60, 60)];
    const w = await propagateAffinities(knnGraph(points, { k: 5 }), labels);
    const moved = await propagateAffinities(
      knnGraph(
        order.map((i) => points[i]),
        { k: 5 },
      ),
      order.map((i) => labels[i]),
    );
    const [dense, movedDense] = [w.toDense().data, moved.toDense().data];
    for (let a = 0; a < 60; a++) {
      for (let b = 0; b < 60; b++) {
        assert.equal(dense[a * 60 + b], dense[b * 60 + a]);
        assert.ok(Math.abs(movedDense[a * 60 + b] - dense[order[a] * 60 + order[b]]) < 1e-11);
      }
    }
  });

  it("without labels, if allowed, is the proximity P alone, whose rows sum to 1", async () => {
    const graph = randomGraph(40, 4, 3);
    const w = await propagateAffinities(graph, new Int32Array(40).fill(-1), { minClasses: 0 });
    const total = w.toDense().data.reduce((sum, value) => sum + value, 0);
    assert.ok(Math.abs(total - 40) < 1e-9);
    assert.ok(w.toDense().data.every((value) => value >= -1e-15));
  });

  it("holds no label information between two unlabeled points", async () => {
    const { points, labels } = clouds(50, 3, 2, 3, 4);
    const graph = knnGraph(points, { k: 4 });
    const swapped = labels.map((label) => (label < 0 ? -1 : label === 0 ? 7 : 3));
    const shuffled = labels.map((label, i) => (label < 0 ? -1 : i % 2));
    const [a, b, c] = await Promise.all(
      [labels, swapped, shuffled].map((l) => propagateAffinities(graph, l)),
    );
    assert.ok(
      largestDifference(a.toDense().data, b.toDense().data) < 1e-12,
      "names of classes do not matter",
    );
    for (let i = 6; i < 50; i++)
      for (let j = 6; j < 50; j++) assert.ok(Math.abs(a.at(i, j) - c.at(i, j)) < 1e-10);
  });

  it("accepts disconnected graphs and duplicate points", async () => {
    const points = [0, 0, 0, 0, 9, 9, 9, 20, 21, 23].map((x) => [x]);
    const labels = [0, -1, -1, -1, 1, -1, -1, -1, -1, -1];
    const graph = knnGraph(points, { k: 2 });
    const expected = await denseAffinities(graph, labels, 0.99);
    for (const method of ["exact", "iterative"] as const) {
      const w = await propagateAffinities(graph, labels, { method });
      const error = largestDifference(w.ofNeighbors(), atNeighbors(expected, graph.neighbors, 2));
      assert.ok(error <= w.errorBound, method);
    }
  });

  it("prints one line", async () => {
    const w = await propagateAffinities(toy.graph, toy.labels);
    const line =
      "W: 6 x 6, γ = 0.99, 2 labeled points of 2 classes; exact (elimination in float64), error ≤ 9e-12";
    assert.equal(String(w), line);
    assert.equal(inspect(w), line);
  });

  it("says what is wrong with its arguments", async () => {
    const { graph, labels } = toy;
    const says = (work: Promise<unknown>, text: RegExp) => assert.rejects(work, text);
    await says(
      propagateAffinities(graph, [0, 1, -1]),
      /propagateAffinities: labels must have one entry per point, got 3 labels for 6 points/,
    );
    await says(propagateAffinities(graph, [0, 1, -1, 0.5, -1, -1]), /whole numbers .*got 0.5 at 3/);
    await says(propagateAffinities(graph, [0, 1, -1, -2, -1, -1]), /from −1 \(unlabeled\) up, got -2 at 3/);
    await says(
      propagateAffinities(graph, [-1, -1, -1, -1, -1, -1]),
      /at least 2 classes, got none: every label is −1. Label points of more classes, or pass minClasses: 0/,
    );
    await says(
      propagateAffinities(graph, [3, -1, 3, -1, -1, -1]),
      /at least 2 classes, got 1 \(class 3\). Label points of more classes, or pass minClasses: 1/,
    );
    for (const gamma of [0, 1, -0.5, 1.5, NaN]) {
      await says(
        propagateAffinities(graph, labels, { gamma }),
        new RegExp(`gamma must be a number in \\(0, 1\\), got ${gamma}. The paper uses 0.99.`),
      );
    }
    await says(
      propagateAffinities(graph, labels, { tolerance: 0 }),
      /tolerance must be a number in \[0\.00001, 1\), got 0\. For more digits pass method: "exact"/,
    );
    await says(
      propagateAffinities(graph, labels, { method: "fast" as "exact" }),
      /method must be "auto", "exact" or "iterative", got "fast"/,
    );
    await says(propagateAffinities({ ...graph, n: 7 }, labels), /Make it with knnGraph/);
    const broken = { ...graph, neighbors: graph.neighbors.map((j, e) => (e === 3 ? 6 : j)) };
    await says(propagateAffinities(broken, labels), /other points in \[0, 5\], got 6 for point 1/);
    const w = await propagateAffinities(graph, labels);
    assert.throws(() => w.at(0, 6), /affinities.at: j must be a whole number in \[0, 5\], got 6/);
    assert.throws(() => w.row(-1), /affinities.row: i must be a whole number in \[0, 5\], got -1/);
  });

  it("stops soon after an abort", async () => {
    const graph = randomGraph(6000, 10, 5);
    const labels = Array.from({ length: 6000 }, (_, i) => (i < 20 ? i % 2 : -1));
    for (const method of ["exact", "iterative"] as const) {
      const signal = AbortSignal.timeout(300);
      const start = performance.now();
      await assert.rejects(propagateAffinities(graph, labels, { method, signal }), { name: "TimeoutError" });
      assert.ok(performance.now() - start < 10_000);
    }
    await assert.rejects(propagateAffinities(graph, labels, { signal: AbortSignal.abort() }), {
      name: "AbortError",
    });
  });
});

for (const engine of readableEngines) {
  onEngine(engine, () => {
    const { points, labels } = clouds(2000, 20, 4, 5, 6, 1);
    const graph = knnGraph(points, { k: 8 });

    it("propagateAffinities agrees with rows solved for in float64, at a size that runs on the engine", async () => {
      const before = tf.memory().numTensors;
      const w = await propagateAffinities(graph, labels, { method: "exact" });
      assert.equal(tf.memory().numTensors, before, "no tensor is left behind");
      assert.match(String(w), engine === "cpu" ? /exact \(elimination in float64\)/ : /exact .*float32 core/);
      const found = w.ofNeighbors();
      for (let i = 0; i < graph.n; i += 97) {
        const row = w.row(i);
        for (let e = i * 8; e < i * 8 + 8; e++) {
          assert.ok(Math.abs(found[e] - row[graph.neighbors[e]]) <= w.errorBound);
        }
      }
    });

    it("leaks no tensor when it is aborted during the inversion", async () => {
      const before = tf.memory().numTensors;
      const controller = new AbortController();
      const work = propagateAffinities(graph, labels, { method: "exact", signal: controller.signal });
      setTimeout(() => {
        controller.abort();
      }, 150);
      await work.catch(() => undefined);
      assert.equal(tf.memory().numTensors, before);
    });
  });
}
