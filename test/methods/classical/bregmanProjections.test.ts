import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { drain } from "../../../lib/core/drain";
import { bregmanProjections } from "../../../lib/methods/classical/bregmanProjections";
import { identityMatrix } from "../../../lib/methods/classical/learner/metric";

const pairs = {
  count: 2,
  first: Int32Array.of(0, 0),
  second: Int32Array.of(1, 2),
  weights: Float64Array.of(1, 1),
  kinds: Int8Array.of(1, -1),
};

/** Pair 0 along the first axis at squared distance 4, pair 1 along the second at 1. */
const run = (bounds: number[], settings: { slack: number; maxIterations: number; tolerance: number }) => {
  const x = { data: Float64Array.of(0, 0, 2, 0, 0, 1), shape: [3, 2] as [number, number] };
  const problem = { prior: identityMatrix(2), pairs, bounds: Float64Array.from(bounds) };
  const rounds: number[] = [];
  const result = drain(bregmanProjections(x, problem, settings), ({ iteration }) => rounds.push(iteration));
  return { ...result, rounds };
};

describe("bregmanProjections", () => {
  it("projects onto each bound: with a large γ a similar pair ends at its bound, a dissimilar one too", () => {
    const { matrix, slackBounds, multipliers, stopReason } = run([1, 4], {
      slack: 1e9,
      maxIterations: 100,
      tolerance: 1e-12,
    });
    assert.equal(stopReason, "converged");
    // M stays diagonal: 4·m₁₁ = 1 and m₂₂ = 4.
    [0.25, 0, 0, 4].forEach((wanted, at) => {
      assert.ok(Math.abs(matrix.data[at] - wanted) < 1e-6);
    });
    assert.ok(Math.abs(slackBounds[0] - 1) < 1e-6 && Math.abs(slackBounds[1] - 4) < 1e-6);
    // M⁻¹ = I + Σ yλvvᵀ: 4 = 1 + 4λ₀ and 1/4 = 1 − λ₁
    assert.ok(Math.abs(multipliers[0] - 0.75) < 1e-6 && Math.abs(multipliers[1] - 0.75) < 1e-6);
  });

  it("leaves a metric alone that keeps all bounds", () => {
    const { matrix, multipliers, rounds, stopReason } = run([9, 0.5], {
      slack: 1,
      maxIterations: 5,
      tolerance: 1e-3,
    });
    assert.deepEqual([...matrix.data], [1, 0, 0, 1]);
    assert.deepEqual([...multipliers], [0, 0]);
    assert.deepEqual([rounds, stopReason], [[1], "converged"]);
  });

  it("says when it ran out of rounds", () => {
    const { rounds, stopReason } = run([1, 4], { slack: 1, maxIterations: 1, tolerance: 1e-12 });
    assert.deepEqual([rounds, stopReason], [[1], "max-iterations"]);
  });
});
