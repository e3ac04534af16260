import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { conjugateGradient, grassmann } from "../../lib";
import { toyProblem, run } from "./toyProblem";

describe("recordPoints", () => {
  it("collects the point of each row of the history, without changing the run", async () => {
    const { result, points } = await run(6, 2);
    assert.equal(points.length, result.history.length);
    const problem = toyProblem(6);
    points.forEach((point, i) => {
      assert.ok(Math.abs(problem.cost(point) - result.history[i].cost) < 1e-9);
    });
    const manifold = grassmann(6, 2);
    const plain = await conjugateGradient(manifold, problem, manifold.rand(1), { maxIterations: 8 });
    assert.ok(Math.abs(plain.cost - result.cost) < 1e-9);
  });
});
