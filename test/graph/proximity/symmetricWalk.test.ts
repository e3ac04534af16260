import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { drain } from "../../../lib/core";
import { solveSymmetricWalk, symmetricWalk } from "../../../lib/graph";
import { largestDifference, randomGraph } from "../propagation/support";

describe("symmetricWalk", () => {
  it("joins every edge with its reverse; the degrees sum to the number of edges", () => {
    // 0 → 1, 1 → 0, 2 → 0
    const graph = { n: 3, k: 1, neighbors: Int32Array.of(1, 0, 0), distances: new Float32Array(3) };
    const { starts, targets, degrees } = symmetricWalk(graph);
    assert.deepEqual([...starts], [0, 3, 5, 6]);
    assert.deepEqual([...targets.subarray(0, 3)].sort(), [1, 1, 2]);
    assert.deepEqual([...targets.subarray(3)], [0, 0, 0]);
    assert.deepEqual([...degrees], [1.5, 1, 0.5]);
  });
});

describe("solveSymmetricWalk", () => {
  const [n, k, gamma, columns] = [40, 3, 0.97, 3];
  const graph = randomGraph(n, k, 5);
  const y = Float64Array.from({ length: n * columns }, (_, i) => ((i * 7919) % 13) - 6);

  it("solves X = (1 − γ)Y + γQX for all columns, within the error that it states", () => {
    const walk = symmetricWalk(graph);
    const { x, errorBound } = drain(solveSymmetricWalk(walk, gamma, y, columns, 1e-10));
    // The fixed-point iteration converges to the same solution.
    let fixed = new Float64Array(n * columns);
    for (let t = 0; t < 1500; t++) {
      fixed = fixed.map((_, at) => {
        const [i, c] = [Math.floor(at / columns), at % columns];
        let sum = 0;
        for (let e = walk.starts[i]; e < walk.starts[i + 1]; e++)
          sum += fixed[walk.targets[e] * columns + c] / 2;
        return (1 - gamma) * y[at] + (gamma * sum) / walk.degrees[i];
      });
    }
    assert.ok(errorBound <= 1e-10);
    assert.ok(largestDifference(x, fixed) < 1e-9);
  });

  it("keeps a constant, since the walk's rows sum to one", () => {
    const ones = new Float64Array(n).fill(1);
    const { x } = drain(solveSymmetricWalk(symmetricWalk(graph), gamma, ones, 1, 1e-12));
    assert.ok(largestDifference(x, ones) < 1e-11);
  });
});
