import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { knnGraph } from "../../../lib/graph";
import { eventLoopYielder } from "../../../lib/core/yieldToEventLoop";
import { conditionalProbabilities } from "../../../lib/project/tsne/conditionalProbabilities";
import { jointProbabilities } from "../../../lib/project/tsne/jointProbabilities";
import { clouds } from "../layouts";

describe("conditional and joint probabilities", () => {
  it("p_{·|i} has the requested perplexity, exp H(p_{·|i})", async () => {
    const graph = knnGraph(clouds(200, 10, 4, 8), { k: 45 });
    const p = await conditionalProbabilities(graph, 15, eventLoopYielder());
    for (let i = 0; i < 200; i++) {
      const row = p.subarray(i * 45, (i + 1) * 45);
      const entropy = -row.reduce((sum, value) => sum + (value > 0 ? value * Math.log(value) : 0), 0);
      assert.ok(Math.abs(Math.exp(entropy) - 15) < 1e-4);
      assert.ok(
        row.every((value, s) => s === 0 || value <= row[s - 1]),
        "falls with distance",
      );
    }
  });

  it("among duplicates p_{·|i} is uniform over them, and nothing is NaN", async () => {
    const graph = knnGraph([...Array.from({ length: 20 }, () => [1, 1]), ...clouds(10, 2, 2, 9)], { k: 9 });
    const p = await conditionalProbabilities(graph, 3, eventLoopYielder());
    assert.ok(p.every(Number.isFinite));
    assert.ok(p.subarray(0, 9).every((value) => Math.abs(value - 1 / 9) < 1e-12));
  });

  it("p_ij = (p_{j|i} + p_{i|j})/2n, each pair once, summing to 1", async () => {
    const n = 120;
    const graph = knnGraph(clouds(n, 10, 4, 8), { k: 30 });
    const conditional = await conditionalProbabilities(graph, 10, eventLoopYielder());
    const dense = new Float64Array(n * n);
    graph.neighbors.forEach((j, e) => {
      const i = Math.floor(e / 30);
      dense[i * n + j] += conditional[e] / (2 * n);
      dense[j * n + i] += conditional[e] / (2 * n);
    });
    const { starts, partners, values } = jointProbabilities(graph, conditional);
    let sum = 0;
    for (let i = 0; i < n; i++) {
      for (let s = starts[i]; s < starts[i + 1]; s++) {
        assert.ok(partners[s] > i);
        assert.ok(Math.abs(values[s] - dense[i * n + partners[s]]) < 1e-15);
        dense[i * n + partners[s]] = dense[partners[s] * n + i] = 0;
        sum += 2 * values[s];
      }
    }
    assert.ok(
      dense.every((value) => value === 0),
      "no pair is missing",
    );
    assert.ok(Math.abs(sum - 1) < 1e-12);
  });
});
