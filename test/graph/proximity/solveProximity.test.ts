import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { incomingEdges } from "../../../lib/graph/knn/graph";
import { eventLoopYielder } from "../../../lib/core/yieldToEventLoop";
import { growCells, renumber } from "../../../lib/graph/proximity/cells";
import { iterativeEdges } from "../../../lib/graph/proximity/iterativeEdges";
import { solveProximity } from "../../../lib/graph/proximity/solveProximity";
import { denseProximities, largestDifference, randomGraph } from "../propagation/support";

const anyGraph = fc
  .record({
    n: fc.integer({ min: 2, max: 40 }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    seed: fc.nat(1000),
  })
  .map(({ n, share, seed }) => randomGraph(n, 1 + Math.floor(share * Math.min(8, n - 2)), seed));

const unit = (n: number, at: number, value: number) => new Float64Array(n).fill(value, at, at + 1);

describe("solveProximity", () => {
  it("solves with A and its transpose, any number of right-hand sides, within the stated error", async () => {
    await fc.assert(
      fc.asyncProperty(
        anyGraph,
        fc.constantFrom(0.1, 0.9, 0.99, 0.9999),
        fc.integer({ min: 1, max: 6 }),
        fc.boolean(),
        async (graph, gamma, count, transpose) => {
          const { n } = graph;
          const expected = await denseProximities(graph, gamma);
          const columns = Array.from({ length: count }, (_, c) => (c * 7) % n);
          const { solutions, errorBound } = solveProximity(
            graph,
            gamma,
            columns.map((j) => unit(n, j, 1 - gamma)),
            { transpose, accuracy: 1e-11 },
          );
          assert.equal(solutions.length, count);
          assert.ok(errorBound <= 1e-11);
          columns.forEach((j, c) => {
            const truth = expected.map((row, i) => (transpose ? expected[j][i] : row[j]));
            assert.ok(largestDifference(solutions[c], truth) <= errorBound + 1e-12);
          });
        },
      ),
      { numRuns: 60 },
    );
  });

  it("rows of P sum to 1", () => {
    const graph = randomGraph(500, 5, 1);
    const { solutions } = solveProximity(graph, 0.99, [new Float64Array(500).fill(0.01)], {
      accuracy: 1e-12,
    });
    assert.ok(solutions[0].every((sum) => Math.abs(sum - 1) < 1e-11));
  });

  it("accepts an empty list of right-hand sides", () => {
    const graph = randomGraph(5, 2, 1);
    assert.deepEqual(solveProximity(graph, 0.9, [new Float64Array(5)], { accuracy: 1e-12 }).solutions, [
      new Float64Array(5),
    ]);
  });
});

describe("iterativeEdges", () => {
  it("stays within its error bound of P", async () => {
    await fc.assert(
      fc.asyncProperty(
        anyGraph,
        fc.constantFrom(0.5, 0.99),
        fc.constantFrom(1e-2, 1e-3, 1e-5),
        async (graph, gamma, tolerance) => {
          const expected = await denseProximities(graph, gamma);
          const { forward, backward, errorBound } = await iterativeEdges(
            graph,
            gamma,
            tolerance,
            eventLoopYielder(),
          );
          assert.ok(errorBound <= tolerance);
          graph.neighbors.forEach((j, e) => {
            const i = Math.floor(e / graph.k);
            assert.ok(Math.abs(forward[e] - expected[i][j]) <= errorBound + 1e-12);
            assert.ok(Math.abs(backward[e] - expected[j][i]) <= errorBound + 1e-12);
          });
        },
      ),
      { numRuns: 40 },
    );
  });

  it("works on cells that hold every point once, and on a renumbered graph that is the same graph", () => {
    const graph = randomGraph(200, 3, 2);
    const { order, starts } = growCells(graph, incomingEdges(graph), 12);
    assert.deepEqual(
      [...order].sort((a, b) => a - b),
      [...Array(200).keys()],
    );
    assert.ok(starts.length - 1 >= 12 && starts[starts.length - 1] === 200);
    const same = renumber(graph, order);
    same.neighbors.forEach((j, e) => {
      const original = graph.neighbors[order[Math.floor(e / 3)] * 3 + (e % 3)];
      assert.equal(order[j], original);
    });
  });
});
